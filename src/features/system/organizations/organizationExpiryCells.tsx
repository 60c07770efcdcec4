import { dayText } from '@/lib/dateTexts';
import type { AnyRow } from '@contract/entity';

/** Number of days before the end from which the date is marked. */
const warningDays = 60;

/** Returns text and colour for the end of a validity (docs/spec/design.md). */
function verdictOf(day: string): { word: string; tone: string } | undefined {
  const now = Date.now();
  if (day < dayText(new Date(now))) return { word: '已到期', tone: 'var(--tone-bad)' };
  return day <= dayText(new Date(now + warningDays * 86_400_000))
    ? { word: '临期', tone: 'var(--tone-waiting)' }
    : undefined;
}

function ExpiryDate({ day }: { day: unknown }) {
  if (typeof day !== 'string') return <span>–</span>;
  const verdict = verdictOf(day);
  return verdict ? (
    <span style={{ color: verdict.tone }}>
      {day} {verdict.word}
    </span>
  ) : (
    <span>{day}</span>
  );
}

export const QualifiedUntilCell = ({ row }: { row: AnyRow }) => <ExpiryDate day={row.qualifiedUntil} />;
export const ExpiryCell = ({ row }: { row: AnyRow }) => <ExpiryDate day={row.expiryDate} />;
