import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { createContext, useContext } from 'react';
import { tripConflicts } from '@contract/features/vehicles/tripConflicts';
import { ConflictList } from './ConflictList';
import { boardKey, fetchBoard } from './vehicleCalls';

/** Context with the id of the plan whose form is open; 0 for a new plan. */
export const EditingPlan = createContext(0);

const idList = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item): item is number => typeof item === 'number') : [];

/** Shows conflicts in the form of a plan, as dragging does. */
export function ConflictHints() {
  const editedId = useContext(EditingPlan);
  const values = (Form.useWatch([]) ?? {}) as Readonly<Record<string, unknown>>;
  const [startAt, endAt] = [String(values.startAt ?? ''), String(values.endAt ?? '')];
  const [from, to] = [startAt.slice(0, 10), endAt.slice(0, 10)];
  const ready =
    from.length === 10 && to.length === 10 && startAt < endAt && Date.parse(to) - Date.parse(from) <= 31 * 86_400_000;
  const { data } = useQuery({
    queryKey: [...boardKey, from, to],
    queryFn: ({ signal }) => fetchBoard(from, to, signal),
    enabled: ready,
    retry: false,
  });
  if (!data || !ready) return null;
  const driver = typeof values.driver === 'number' ? [values.driver] : [];
  const trip = {
    id: editedId,
    planNo: '',
    vehicle: Number(values.vehicle ?? 0),
    startAt,
    endAt,
    state: 'planned',
    project: typeof values.project === 'number' ? values.project : null,
    people: [...driver, ...idList(values.people)],
    instruments: idList(values.instruments),
  };
  const conflicts = tripConflicts(trip, data);
  return conflicts.length ? (
    <div role="status" aria-label="冲突">
      <ConflictList conflicts={conflicts} />
    </div>
  ) : null;
}
