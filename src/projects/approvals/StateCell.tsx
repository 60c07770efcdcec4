import { DictCell, Tone } from '@/fields';
import type { CellProps } from '@/listEditor';
import { principalsAt } from './address';
import { useHeld } from './delegation/useHeld';

/** At which step, and in whose place the person would decide. */
export function StateCell({ row }: CellProps) {
  const principals = principalsAt(useHeld(), String(row.state));
  return <><DictCell dict="approvalState" value={row.state} />{principals.map((name) => <Tone key={name} tone="active">{`代 ${name} 审批`}</Tone>)}</>;
}
