import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import type { Answer } from '@contract/wire';
import { putItem } from './outboxDatabase';
import { bodyWithFiles, isAlreadySaved, type OutboxFile, type OutboxItem } from './outboxRules';

/** Timeouts in ms. Longer silence counts as no network. */
const timeoutsMs = { record: 30_000, file: 180_000 };

async function uploadFile({ fileClass, blob, name }: OutboxFile): Promise<string> {
  const form = new FormData();
  form.append('fileClass', fileClass);
  form.append('file', blob, name);
  const { data } = await client.post<Answer<{ id: string }>>('api/file/upload', form, {
    headers: { 'content-type': 'multipart/form-data' },
    quiet: true,
    background: true,
    timeout: timeoutsMs.file,
  });
  if (!data.body?.id) throw new Error('the upload returned no id');
  return data.body.id;
}

async function withUploadedFiles(outboxItem: OutboxItem): Promise<OutboxItem> {
  const files = [...outboxItem.files];
  for (const [index, file] of outboxItem.files.entries()) {
    if (file.fileId) continue;
    files[index] = { ...file, fileId: await uploadFile(file) };
    // Stored at once, so that a failure of the row does not upload its photograph twice.
    await putItem({ ...outboxItem, files: [...files] });
  }
  return { ...outboxItem, files };
}

/**
 * Sends one item: first its files, then the row under its own key. Rejects with a `Failure`. A row that has already
 * arrived is a success.
 */
export async function sendItem(outboxItem: OutboxItem): Promise<unknown> {
  const ready = await withUploadedFiles(outboxItem);
  try {
    const { data } = await client.request<Answer>({
      method: ready.method,
      url: ready.url,
      data: bodyWithFiles(ready),
      idempotencyKey: ready.id,
      quiet: true,
      background: true,
      timeout: timeoutsMs.record,
    });
    return data.body;
  } catch (error) {
    if (isAlreadySaved(failureOf(error))) return undefined;
    throw error;
  }
}
