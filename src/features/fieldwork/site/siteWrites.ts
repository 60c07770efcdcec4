import { newId } from '@/lib/newId';
import type { OutboxFile, OutboxItem } from '@/outbox/outboxRules';
import { confirmAndDiscard, enqueueItem, resendItem, useOutbox } from '@/outbox/outboxState';
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
export async function writeReadings(
  projectId: number,
  displayedRow: SampleRow,
  values: RecordValues,
): Promise<boolean> {
  const changedFields = recordFields.filter(
    (name) => Object.hasOwn(values, name) && !sameValue(name, values[name], displayedRow[name]),
  );
  if (!changedFields.length) return false;
  const pickChangedFields = (from: RecordValues) =>
    Object.fromEntries(changedFields.map((name) => [name, from[name] ?? null]));
  const refusedItem = refusedOf(displayedRow).find(({ url }) => url === 'api/sample/record');
  if (refusedItem) {
    // Merges the correction into a refused request, so that one request contains both.
    const refusedBody = refusedItem.body as RecordBody;
    const now = refusedItem.refused?.code === 'stale' ? refusedItem.refused.current : null;
    const base = {
      ...pickChangedFields(displayedRow),
      ...refusedBody.base,
      ...(now ? Object.fromEntries(changedFields.map((name) => [name, now[name] ?? null])) : {}),
    };
    await resendItem(refusedItem, {
      ...refusedBody,
      values: { ...refusedBody.values, ...pickChangedFields(values) },
      base,
    });
    return true;
  }
  await enqueueItem({
    project: projectId,
    method: 'PUT',
    url: 'api/sample/record',
    body: { id: displayedRow.id, values: pickChangedFields(values), base: pickChangedFields(displayedRow) },
    title: `采样记录 ${displayedRow.sampleNo}`,
    group: `sample/${displayedRow.id}`,
  });
  return true;
}

/** Voids a sample. Its refused readings are discarded after the person agrees. Returns whether it was done. */
export async function writeVoid(
  projectId: number,
  row: SampleRow,
  reason: string,
  shouldResample: boolean,
): Promise<boolean> {
  for (const item of refusedOf(row)) {
    await confirmAndDiscard(item);
    if (refusedOf(row).some(({ seq }) => seq === item.seq)) return false;
  }
  await enqueueItem({
    project: projectId,
    method: 'PUT',
    url: 'api/sample/void',
    body: { rows: [{ id: row.id, version: row.version }], reason, again: shouldResample },
    title: `作废 ${row.sampleNo}`,
    group: `sample/${row.id}`,
  });
  return true;
}

/** Queues a new row with a client id that the server stores, so that repeated requests create it once. */
export function writeNew(
  projectId: number,
  entity: 'samplingDay' | 'siteWeather' | 'companion' | 'siteMedia',
  body: Readonly<Record<string, unknown>>,
  title: string,
  files: readonly OutboxFile[] = [],
): Promise<string> {
  const id = newId();
  const bodyWithClientId = entity === 'samplingDay' ? body : { ...body, clientId: id };
  return enqueueItem({
    id,
    project: projectId,
    method: 'POST',
    url: `api/${entity}/add`,
    body: { project: projectId, ...bodyWithClientId },
    title,
    group: `${entity}/${id}`,
    files,
  });
}

/** Queues changes of an existing day: collectors, reviewer and production. */
export const writeDay = (
  projectId: number,
  { id, version, sampledOn }: DayRow,
  changes: Pick<DayRow, 'collectors' | 'reviewer' | 'production' | 'remark'>,
): Promise<string> =>
  enqueueItem({
    project: projectId,
    method: 'PUT',
    url: 'api/samplingDay/edit',
    body: { id, version, project: projectId, sampledOn, ...changes },
    title: `修改采样日期 ${sampledOn}`,
    group: `samplingDay/${id}`,
  });

/** Queues the deletion of a row with its displayed version. */
export function writeDelete(
  projectId: number,
  entity: 'samplingDay' | 'siteWeather' | 'companion' | 'siteMedia',
  { id, version }: { readonly id: number; readonly version: number },
  title: string,
): Promise<string> {
  // The person's own change, which is queued before, raises the version.
  const isQueued = useOutbox.getState().items.some(({ group }) => group.startsWith(`${entity}/`));
  return enqueueItem({
    project: projectId,
    method: 'DELETE',
    url: `api/${entity}/delete`,
    body: [isQueued ? id : { id, version }],
    title,
    group: `${entity}/${id}`,
  });
}
