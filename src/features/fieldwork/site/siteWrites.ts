import { newId } from '@/lib/newId';
import type { OutboxFile, OutboxItem } from '@/outbox/outboxQueue';
import { askAndDiscard, enqueue, resend, useOutbox } from '@/outbox/outboxStore';
import {
  type RecordBody,
  type RecordValues,
  recordFields,
  sameValue,
} from '@contract/features/fieldwork/samples/recordFields';
import type { DayRow, SampleRow } from '@contract/features/fieldwork/samples/siteData';

const refusedOf = ({ id }: SampleRow): OutboxItem[] =>
  useOutbox.getState().items.filter(({ group, refused }) => refused && group === `sample/${id}`);

// All writes of field work go through the queue.

/** Queues readings with the values that the person saw before. Returns false if nothing has changed. */
export async function writeReadings(project: number, seen: SampleRow, values: RecordValues): Promise<boolean> {
  const changed = recordFields.filter(
    (name) => Object.hasOwn(values, name) && !sameValue(name, values[name], seen[name]),
  );
  if (!changed.length) return false;
  const pick = (from: RecordValues) => Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  const refused = refusedOf(seen).find(({ url }) => url === 'api/sample/record');
  if (refused) {
    // Merges the correction into a refused request, so that one request contains both.
    const held = refused.body as RecordBody;
    const now = refused.refused?.code === 'stale' ? refused.refused.current : null;
    const base = {
      ...pick(seen),
      ...held.base,
      ...(now ? Object.fromEntries(changed.map((name) => [name, now[name] ?? null])) : {}),
    };
    await resend(refused, { ...held, values: { ...held.values, ...pick(values) }, base });
    return true;
  }
  await enqueue({
    project,
    method: 'PUT',
    url: 'api/sample/record',
    body: { id: seen.id, values: pick(values), base: pick(seen) },
    title: `采样记录 ${seen.sampleNo}`,
    group: `sample/${seen.id}`,
  });
  return true;
}

/** Voids a sample. Its refused readings are discarded after the person agrees. Returns whether it was done. */
export async function writeVoid(project: number, row: SampleRow, reason: string, again: boolean): Promise<boolean> {
  for (const item of refusedOf(row)) {
    await askAndDiscard(item);
    if (refusedOf(row).some(({ seq }) => seq === item.seq)) return false;
  }
  await enqueue({
    project,
    method: 'PUT',
    url: 'api/sample/void',
    body: { rows: [{ id: row.id, version: row.version }], reason, again },
    title: `作废 ${row.sampleNo}`,
    group: `sample/${row.id}`,
  });
  return true;
}

/** Queues a new row with a client id that the server stores, so that repeated requests create it once. */
export function writeNew(
  project: number,
  entity: 'samplingDay' | 'siteWeather' | 'companion' | 'siteMedia',
  body: Readonly<Record<string, unknown>>,
  title: string,
  files: readonly OutboxFile[] = [],
): Promise<string> {
  const id = newId();
  const marked = entity === 'samplingDay' ? body : { ...body, clientId: id };
  return enqueue({
    id,
    project,
    method: 'POST',
    url: `api/${entity}/add`,
    body: { project, ...marked },
    title,
    group: `${entity}/${id}`,
    files,
  });
}

/** Queues changes of an existing day: collectors and production. */
export const writeDay = (
  project: number,
  { id, version, sampledOn }: DayRow,
  changes: Pick<DayRow, 'collectors' | 'production' | 'remark'>,
): Promise<string> =>
  enqueue({
    project,
    method: 'PUT',
    url: 'api/samplingDay/edit',
    body: { id, version, project, sampledOn, ...changes },
    title: `修改采样日期 ${sampledOn}`,
    group: `samplingDay/${id}`,
  });

/** Queues the deletion of a row with its displayed version. */
export function writeDelete(
  project: number,
  entity: 'samplingDay' | 'siteWeather' | 'companion' | 'siteMedia',
  { id, version }: { readonly id: number; readonly version: number },
  title: string,
): Promise<string> {
  // The person's own change, which is queued before, raises the version.
  const changed = useOutbox.getState().items.some(({ group }) => group.startsWith(`${entity}/`));
  return enqueue({
    project,
    method: 'DELETE',
    url: `api/${entity}/delete`,
    body: [changed ? id : { id, version }],
    title,
    group: `${entity}/${id}`,
  });
}
