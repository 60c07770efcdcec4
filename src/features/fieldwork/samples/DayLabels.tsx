import { LabelDialog } from '@/fields/labels/LabelDialog';
import { inOrder, type ShownSite } from '../site/unsentOverlay';

/** Prints the labels of a day's samples, without voided ones. */
export function DayLabels({
  site,
  dayId,
  onClose,
}: {
  readonly site: ShownSite;
  readonly dayId: number | null;
  readonly onClose: () => void;
}) {
  const day = site.days.find(({ id }) => id === dayId)?.sampledOn ?? '';
  const rows = inOrder(site.samples.filter((row) => row.samplingDay === dayId && row.state !== 'voided')).map(
    ({ id, sampleNo, sampleKind, hazardName, workshop, place }) => ({
      id,
      sampleNo,
      sampleKind,
      hazardName,
      day,
      origin: sampleKind === 'blank' ? '现场空白' : [workshop, place].filter(Boolean).join(' '),
    }),
  );
  return <LabelDialog title={`打印标签　${day}`} open={dayId !== null} rows={rows} onClose={onClose} />;
}
