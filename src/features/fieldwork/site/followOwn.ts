import { allItems, putItem } from '@/outbox/database';
import type { VoidBody } from '@contract/features/fieldwork/samples/recordFields';
import type { SampleRow } from '@contract/features/fieldwork/samples/siteData';

/**
 * Raises the version that a queued voiding names, after one's own readings of the sample arrived. A change by another
 * person raises the row further; then the voiding keeps its version and the server refuses it.
 * @param stored the sample as the server stored it
 */
export async function followOwn({ id, version }: Pick<SampleRow, 'id' | 'version'>): Promise<void> {
  for (const item of await allItems()) {
    if (item.url !== 'api/sample/void') continue;
    const body = item.body as VoidBody;
    if (!body.rows.some((row) => row.id === id && row.version + 1 === version)) continue;
    await putItem({
      ...item,
      body: { ...body, rows: body.rows.map((row) => (row.id === id ? { id, version } : row)) },
    });
  }
}
