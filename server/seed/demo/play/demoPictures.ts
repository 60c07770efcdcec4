import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FileClass } from '@contract/field';
import { projectTable, storedFileTable } from '@server/db/schema';
import type { Services } from '@server/services';
import { pictureKeeper } from '../publicity/addPublicity';

/**
 * Stores a demonstration picture, e.g. a signature drawn by the companion, as an upload of the project's organization.
 */
export async function pictureFor(
  services: Services,
  projectId: number,
  picture: string,
  fileClass: FileClass = 'image',
): Promise<string> {
  const { orm } = services.database;
  const [project] = await orm
    .select({ organizationId: projectTable.organizationId })
    .from(projectTable)
    .where(eq(projectTable.id, projectId));
  return pictureKeeper(services, orm, Number(project?.organizationId))(picture, fileClass);
}

/** Stores a text as an upload of the project's organization. */
export async function textFor(services: Services, projectId: number, name: string, text: string): Promise<string> {
  const { orm } = services.database;
  const [project] = await orm
    .select({ organizationId: projectTable.organizationId })
    .from(projectTable)
    .where(eq(projectTable.id, projectId));
  const content = Buffer.from(text, 'utf8');
  const id = randomUUID();
  await services.files.put(id, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = {
    id,
    organizationId: project?.organizationId ?? null,
    name,
    mime: 'text/plain',
    size: content.length,
    sha256,
    fileClass: 'document',
    createTime: services.now(),
  };
  await orm.insert(storedFileTable).values(file);
  return id;
}
