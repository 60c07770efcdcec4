import { and, asc, eq } from 'drizzle-orm';
import { exportTexts } from '@contract/features/system/organizationExport';
import { rowToCells, withSheet } from '@contract/workbook/sheetCells';
import {
  type ExtraEntry,
  shortenedArchiveName,
  makeOrganizationArchive,
} from '@server/backup/organization/makeOrganizationArchive';
import { organizationRows } from '@server/backup/organization/organizationFormat';
import type { CrudContext } from '@server/crud/crudContext';
import { sheetRows } from '@server/crud/importing/exportSheet';
import { sheetLookups } from '@server/crud/importing/sheetLookups';
import type { Resource } from '@server/crud/resource';
import { undeletedRows } from '@server/crud/rowScope';
import { projectTable } from '@server/db/schema';
import { shownName } from '@server/files/fileName';
import { nodeStreamOf } from '@server/files/webStream';
import type { Call } from '@server/http/route';
import { columnsOf } from '@server/workbook/workbookColumns';
import { writeWorkbook } from '@server/workbook/writeWorkbook';
import { manyArchives } from './manyArchives';

/** Yields a workbook for each list in which the organization has rows. */
async function* listEntries(
  context: CrudContext,
  call: Call<unknown>,
  organizationId: number,
): AsyncGenerator<ExtraEntry> {
  const { services, registry } = context;
  const { orm } = services.database;
  const usedTitles = new Set<string>();
  for (const registeredResource of registry.all) {
    if (registeredResource.entity.scope === 'platform') continue;
    const resource: Resource = { ...registeredResource, entity: withSheet(registeredResource.entity) };
    const { entity, columns, table } = resource;
    const ids = (
      await orm
        .select({ id: columns.id })
        .from(table)
        .where(and(eq(columns.organizationId, organizationId), undeletedRows(resource)))
        .orderBy(asc(columns.id))
    ).map((row) => row.id as number);
    if (!ids.length || !entity.sheet?.length) continue;
    const operationContext = { services, registry, resource, call };
    const lookups = await sheetLookups(operationContext, orm);
    const cells = (async function* () {
      for await (const row of sheetRows(operationContext, ids, true)) yield rowToCells(entity, row, lookups);
    })();
    const title = usedTitles.has(entity.label) ? `${entity.label}-${entity.name}` : entity.label;
    usedTitles.add(entity.label);
    const workbook = writeWorkbook({
      sheetName: entity.label,
      columns: columnsOf(entity),
      rows: cells,
      frozenColumns: 1,
    });
    yield {
      name: shortenedArchiveName(`列表/${shownName(title)}.xlsx`, '.xlsx'),
      content: nodeStreamOf(workbook) as AsyncIterable<Uint8Array>,
    };
  }
}

/** Returns a function that shortens names for the archive and makes them unique. */
function fittingNames() {
  const usedNames = new Set<string>();
  return (path: string): string => {
    const suffix = /\.[A-Za-z0-9]{1,8}$/.exec(path)?.[0] ?? '';
    let name = shortenedArchiveName(path, suffix);
    for (let index = 2; usedNames.has(name); index += 1)
      name = shortenedArchiveName(path.slice(0, path.length - suffix.length), `~${index}${suffix}`);
    usedNames.add(name);
    return name;
  };
}

/** Yields the papers and files of all projects of the organization. */
async function* paperEntries(
  context: CrudContext,
  call: Call<unknown>,
  organizationId: number,
  reportProgress: (done: number, total: number) => void,
): AsyncGenerator<ExtraEntry> {
  const rows = await context.services.database.orm
    .select({ id: projectTable.id })
    .from(projectTable)
    .where(and(eq(projectTable.organizationId, organizationId), undeletedRows(context.registry.named('project'))))
    .orderBy(asc(projectTable.id));
  const nextName = fittingNames();
  const ids = rows.map(({ id }) => id);
  for await (const { path, content } of manyArchives(context, call, { ids, onProgress: reportProgress, omissions: [] }))
    yield { name: nextName(`档案/${path}`), content };
}

interface ArchiveTarget {
  /** Path of the archive. */
  readonly path: string;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Returns the function that creates 本机构全部数据 for the caller's own organization.
 * @param withPapers whether to include the papers of all projects
 */
export const exportOrganization =
  (withPapers: boolean) =>
  async (context: CrudContext, call: Call<unknown>, { path, onProgress }: ArchiveTarget): Promise<string> => {
    // The call refuses people without an organization.
    const organizationId = call.viewer.homeOrganizationId ?? 0;
    async function* extraEntries(): AsyncGenerator<ExtraEntry> {
      yield* listEntries(context, call, organizationId);
      if (withPapers) yield* paperEntries(context, call, organizationId, onProgress);
    }
    const manifest = await makeOrganizationArchive(context.services, {
      organizationId,
      path,
      extras: extraEntries(),
      onProgress,
    });
    return exportTexts.counts(organizationRows(manifest), manifest.files.length);
  };
