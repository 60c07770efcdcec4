import { allItems, putItem } from '@/outbox/outboxDatabase';
import type { OutboxItem } from '@/outbox/outboxRules';
import type { VoidBody } from '@contract/features/fieldwork/samples/recordFields';
import type { SampleRow } from '@contract/features/fieldwork/samples/siteData';

/**
 * A voiding that names only ids. Version 1.0.0 and earlier queued it; a phone that was offline during the update may
 * still have one.
 */
interface QueuedVoiding extends Omit<VoidBody, 'rows'> {
  readonly rows?: VoidBody['rows'];
  readonly ids?: readonly number[];
}

/** Returns the ids of the samples that a queued item voids. */
export function voidedIds({ body }: Pick<OutboxItem, 'body'>): readonly number[] {
  const { rows, ids = [] } = body as QueuedVoiding;
  return rows?.map(({ id }) => id) ?? ids;
}

/**
 * Adds versions to queued voidings that name only ids.
 * @param displayedSamples the samples as the person saw them
 */
export async function addMissingVersions(
  displayedSamples: readonly Pick<SampleRow, 'id' | 'version'>[],
): Promise<void> {
  const versions = new Map(displayedSamples.map(({ id, version }) => [id, version]));
  for (const outboxItem of await allItems()) {
    if (outboxItem.url !== 'api/sample/void') continue;
    const { ids, ...body } = outboxItem.body as QueuedVoiding;
    if (!ids?.every((id) => versions.has(id))) continue;
    const rows = ids.map((id) => ({ id, version: versions.get(id) ?? 0 }));
    await putItem({ ...outboxItem, body: { ...body, rows } });
  }
}

/**
 * Raises the version that a queued voiding names, after the person's own readings of the sample arrived. If another
 * person changed the row, its version is higher; the voiding then keeps its version and the server refuses it.
 * @param version version with which the server stored the readings
 */
export async function raiseQueuedVersion({ id, version }: Pick<SampleRow, 'id' | 'version'>): Promise<void> {
  for (const outboxItem of await allItems()) {
    if (outboxItem.url !== 'api/sample/void') continue;
    const body = outboxItem.body as QueuedVoiding;
    if (!body.rows?.some((row) => row.id === id && row.version + 1 === version)) continue;
    await putItem({
      ...outboxItem,
      body: { ...body, rows: body.rows.map((row) => (row.id === id ? { id, version } : row)) },
    });
  }
}
