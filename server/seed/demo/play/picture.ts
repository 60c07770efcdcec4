import type { FileClass } from '@contract/field';
import { eq } from 'drizzle-orm';
import type { Services } from '@server/services';
import { projectTable } from '@server/db/schema';
import { pictureKeeper } from '../addPublicity';

/** A picture of the demonstration, e.g. what the inspected unit's person wrote on the screen, as an upload of the project's organisation. */
export async function pictureFor(services: Services, projectId: number, picture: string, fileClass: FileClass = 'image'): Promise<string> {
  const { orm } = services.database;
  const [project] = await orm.select({ organizationId: projectTable.organizationId }).from(projectTable).where(eq(projectTable.id, projectId));
  return pictureKeeper(services, orm, Number(project?.organizationId))(picture, fileClass);
}
