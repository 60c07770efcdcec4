import { DictCell, Tone } from '@/fields';
import type { CellProps } from '@/listEditor';

/** Decision on a change of the library; a change without one waits for it. */
export const DecisionCell = ({ row }: CellProps) =>
  row['decision'] === null ? (
    <Tone tone="waiting">待处理</Tone>
  ) : (
    <DictCell dict="libraryDecision" value={row['decision']} />
  );
