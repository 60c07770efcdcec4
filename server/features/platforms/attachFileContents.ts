import { createHash } from 'node:crypto';
import { mappingPath, type Mapping } from '@contract/features/platforms/platformMapping';
import type { PlatformPayload } from '@contract/features/platforms/platformPayload';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import type { Services } from '@server/services';

/**
 * Returns the body with its attachments in base64, which the stored request leaves out. If an attachment is no longer
 * in the store, or changed since the push was queued, returns the reason why the body can't be sent.
 */
export async function attachFileContents(
  services: Pick<Services, 'files'>,
  body: Readonly<Record<string, unknown>>,
  payload: Partial<PlatformPayload>,
  mapping: Mapping,
): Promise<{ readonly body: Readonly<Record<string, unknown>> } | { readonly refused: string }> {
  const name = mapping['attachments'] ?? 'attachments';
  const field = mapping[mappingPath('attachments', 'content')] ?? 'content';
  const lines = body[name] as readonly Readonly<Record<string, unknown>>[];
  const filledAttachments: Record<string, unknown>[] = [];
  for (const [index, { fileId, sha256 }] of (payload.attachments ?? []).entries()) {
    const stream = await services.files.read(fileId);
    if (!stream) return { refused: platformTexts.attachmentGone };
    const bytes = Buffer.from(await new Response(stream).arrayBuffer());
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      return { refused: platformTexts.attachmentAltered };
    filledAttachments.push({ ...lines[index], [field]: bytes.toString('base64') });
  }
  return { body: { ...body, [name]: filledAttachments } };
}
