import { eq } from 'drizzle-orm';
import type { Policy } from '@server/crud/policy';
import { storedFileTable } from '@server/db/schema';
import { sheetPartPolicy } from '../sheets/sheetPartPolicy';

/** Save rules of attachments: stores the name, size and hash of the file as they were when it was uploaded. */
export const labAttachmentPolicy: Policy = sheetPartPolicy({
  async beforeSave(draft, { tx }) {
    const [file] = await tx
      .select()
      .from(storedFileTable)
      .where(eq(storedFileTable.id, String(draft.file)));
    return file ? { fileName: file.name.slice(0, 255), size: file.size, sha256: file.sha256 } : {};
  },
});
