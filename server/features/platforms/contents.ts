import { mappingPath, type Mapping } from '@contract/features/platforms/mapping';
import type { PlatformPayload } from '@contract/features/platforms/payload';
import type { Services } from '@server/services';

/**
 * Returns the body with its attachments in base64, which the stored request leaves out; null where one is no longer in
 * the store.
 */
export async function withContents(
  services: Pick<Services, 'files'>,
  body: Readonly<Record<string, unknown>>,
  payload: Partial<PlatformPayload>,
  mapping: Mapping,
): Promise<Readonly<Record<string, unknown>> | null> {
  const name = mapping['attachments'] ?? 'attachments';
  const field = mapping[mappingPath('attachments', 'content')] ?? 'content';
  const lines = body[name] as readonly Readonly<Record<string, unknown>>[];
  const filled: Record<string, unknown>[] = [];
  for (const [at, { fileId }] of (payload.attachments ?? []).entries()) {
    const stream = await services.files.read(fileId);
    if (!stream) return null;
    filled.push({ ...lines[at], [field]: Buffer.from(await new Response(stream).arrayBuffer()).toString('base64') });
  }
  return { ...body, [name]: filled };
}
