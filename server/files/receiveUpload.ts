import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { FileClass } from '@contract/field';
import { uploadRules } from '@contract/fields/uploadRules';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { storedFileTable } from '../db/schema';
import { invalid } from '../http/errors';
import type { Call } from '../http/route';
import type { Services } from '../services';
import { contentTypeOf, fileClasses } from './contentType';
import { extensionOf, shownName } from './fileName';
import { assertQuota, claimQuota } from './fileQuota';
import { receiveForm } from './parseMultipart';

export type StoredFile = typeof storedFileTable.$inferSelect;

interface ReceivedUpload {
  readonly file: StoredFile;
  /** Other fields of the form. */
  readonly fields: ReadonlyMap<string, string>;
  /** Removes the upload if the operation that needs it fails. */
  discard(): Promise<void>;
}

interface UploadOptions {
  /** One class, or a choice by the fields of the form. A field after the file can only restrict it. */
  readonly fileClass: FileClass | ((fields: ReadonlyMap<string, string>) => FileClass);
  /** True: readable without login. */
  readonly open?: boolean;
}

/** Name of uploads in the audit trail. They are not an entity, because nobody edits them. */
export const storedFileEntity = { name: 'storedFile', label: '文件' };

/** Returns the directory of uploads that are still being received. */
export const uploadDirectory = (services: Pick<Services, 'env'>): string => join(services.env.dataDir, 'uploads');

/**
 * Receives the single file of a multipart form: streams it to disk, measures it, checks its content, hashes, stores and
 * records it with an audit line. A failed upload leaves no file.
 * @param options.fileClass class of the field, which limits type and size
 * @param options.open whether the file is readable without sign-in
 * @throws Refusal 400; 413 (before the body is read completely); 415; 503 if the store is unavailable; 507
 */
export async function receiveUpload(
  services: Services,
  call: Call<unknown>,
  { fileClass, open = false }: UploadOptions,
): Promise<ReceivedUpload> {
  const classOf = typeof fileClass === 'function' ? fileClass : () => fileClass;
  const maxBytes = uploadRules[typeof fileClass === 'function' ? 'apk' : fileClass].limit;
  // Checked before anything is read, and again when the size is known.
  await assertQuota(services, services.database.orm, call.viewer, 1);
  const received = await receiveForm(
    call.request,
    uploadDirectory(services),
    (fields) => uploadRules[classOf(fields)].limit,
    maxBytes,
  );
  try {
    const chosenClass = classOf(received.fields);
    const name = shownName(received.rawName);
    const type = await contentTypeOf(received.path, name, chosenClass);
    const id = randomUUID();
    await services.files.put(id, {
      size: received.size,
      sha256: received.sha256,
      open: () => createReadStream(received.path),
    });
    try {
      const file = await recordUpload(services, call, {
        id,
        organizationId: call.viewer.homeOrganizationId,
        name: extensionOf(name) ? name : `${name.slice(0, 250)}.${type.extensions[0]}`,
        mime: type.mime,
        size: received.size,
        sha256: received.sha256,
        fileClass: chosenClass,
        open,
        createBy: call.viewer.user.id,
      });
      return { file, fields: received.fields, discard: () => discardUpload(services, id) };
    } catch (error) {
      await removeQuietly(services, id);
      throw error;
    }
  } finally {
    await rm(received.path, { force: true });
  }
}

async function recordUpload(
  services: Services,
  call: Call<unknown>,
  values: typeof storedFileTable.$inferInsert,
): Promise<StoredFile> {
  return services.database.transaction(async (tx) => {
    await claimQuota(services, tx, call.viewer, values.size);
    const [file] = await tx
      .insert(storedFileTable)
      .values({ ...values, createTime: services.now() })
      .returning();
    if (!file) throw new Error('the insert of a stored file returned no row');
    const { id, name, mime, size, sha256 } = file;
    await recordAudit(tx, actorOf(call), [
      {
        action: 'upload',
        entity: storedFileEntity,
        title: name,
        organizationId: file.organizationId,
        after: { id, name, mime, size, sha256 },
      },
    ]);
    return file;
  });
}

/**
 * Removes content without throwing, for use after another failure.
 * @returns whether the content is gone
 */
export async function removeQuietly({ files, log }: Services, id: string): Promise<boolean> {
  try {
    await files.remove(id);
    return true;
  } catch (error) {
    log.warn({ err: error, file: id }, 'content that nobody needs could not be removed');
    return false;
  }
}

/** Marks the row as deleted and removes the content. If the store is unavailable, the clean-up removes it later. */
async function discardUpload(services: Services, id: string): Promise<void> {
  const now = services.now();
  const updateFile = (values: Partial<StoredFile>) =>
    services.database.orm.update(storedFileTable).set(values).where(eq(storedFileTable.id, id));
  await updateFile({ deleteTime: now });
  if (await removeQuietly(services, id)) await updateFile({ purgeTime: now });
}

/**
 * Returns the upload class that a form names.
 * @throws Refusal 400 for an unknown class
 */
export function classFrom(fields: ReadonlyMap<string, string>, fallback: FileClass): FileClass {
  const requestedClass = fields.get('fileClass') ?? fallback;
  if (!Object.hasOwn(fileClasses, requestedClass))
    throw invalid([{ field: 'fileClass', message: '文件类别应为image、print、media、document、layout或apk' }]);
  return requestedClass as FileClass;
}
