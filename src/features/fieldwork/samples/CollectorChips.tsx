import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import type { SectionProps } from '../site/SiteFrame';
import { Chips } from '../site/touchInputs';
import styles from '../site/site.module.css';

interface CollectorSelectionProps {
  readonly team: SectionProps['site']['team'];
  readonly chosenIds: readonly number[];
  readonly onChange: (personIds: readonly number[]) => void;
  readonly error?: string | null;
}

/** Select 采样人: at least two people (DOMAIN §1.10). This is only a hint, because a helper may have no account. */
export function CollectorSelection({ team, chosenIds, onChange, error }: CollectorSelectionProps) {
  const errorNode = error && (
    <p role="alert" className={styles.refusal}>
      {error}
    </p>
  );
  if (!team.length) return errorNode || null;
  const toggle = (value: string) =>
    onChange(
      chosenIds.includes(Number(value))
        ? chosenIds.filter((id) => id !== Number(value))
        : [...chosenIds, Number(value)],
    );
  return (
    <>
      <p className={styles.quiet}>采样人{chosenIds.length < 2 && `（${siteTexts.twoCollectorsNeeded}）`}</p>
      <Chips
        label="采样人"
        options={team.map(({ id, name }) => ({ value: String(id), label: name }))}
        chosenValues={chosenIds.map(String)}
        onChoose={toggle}
      />
      {errorNode}
    </>
  );
}

interface ReviewerSelectionProps {
  readonly team: SectionProps['site']['team'];
  readonly chosenId: number | null;
  readonly onChange: (personId: number | null) => void;
}

/** Select 复核人 of the day's sampling records (GBZ 331-2024 F.4); a second click takes the choice back. */
export function ReviewerSelection({ team, chosenId, onChange }: ReviewerSelectionProps) {
  if (!team.length) return null;
  return (
    <>
      <p className={styles.quiet}>复核人</p>
      <Chips
        label="复核人"
        options={team.map(({ id, name }) => ({ value: String(id), label: name }))}
        chosenValues={chosenId ? [String(chosenId)] : []}
        onChoose={(value) => onChange(Number(value) === chosenId ? null : Number(value))}
      />
    </>
  );
}
