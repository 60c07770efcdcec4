import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Entity } from '@contract/entity';
import type { Field } from '@contract/field';
import type { ImportFixed, ImportSource } from '@contract/workbook/importWire';
import type { Aliases, ColumnMapping, RememberedHead, SheetView } from '@contract/workbook/mapping/columnMapping';
import { guessColumns } from '@contract/workbook/mapping/guessMapping';
import type { HeaderRows, SourceColumn } from '@contract/workbook/mapping/headerRows';
import { missingOf, targetsOf } from '@contract/workbook/mapping/mappingTargets';
import { plainCell, type RawSheet, withShortTexts } from '@contract/workbook/mapping/rawSheet';
import { cellText, type SheetTable } from '@contract/workbook/sheetCells';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import type { Orm } from '@server/db/orm';
import { importMappingTable } from '@server/db/schema';
import { badRequest, Refusal } from '@server/http/errors';
import type { OperationContext } from '../operations';
import type { UserListHints } from '../policy';
import { organizationForNew } from '../rowScope';
import { sheetLookups } from './sheetLookups';

const nameSchema = z.string().max(200);
const cellSchema = z.string().max(2000);
const aliasesSchema = z.record(nameSchema, z.record(cellSchema, cellSchema));

/** A mapping as the browser sends it. */
const mappingSchema = z.object({
  head: z.object({ first: z.int().positive(), last: z.int().positive() }),
  columns: z.record(nameSchema, z.int().min(0).max(1000)),
  fixed: z.record(nameSchema, cellSchema).default({}),
  joined: z.record(nameSchema, z.int().min(0).max(1000)).default({}),
  restToRemark: z.boolean().default(false),
  repeated: z.array(nameSchema).max(300).default([]),
  aliases: aliasesSchema.default({}),
});

export const sourceSchema = z.object({
  fileName: z.string().max(300),
  sheetName: z.string().max(100),
  signature: z.string().max(1000).optional(),
  head: z
    .object({
      columns: z.record(nameSchema, nameSchema),
      fixed: z.record(nameSchema, cellSchema),
      repeated: z.array(nameSchema).max(300),
      restToRemark: z.boolean().optional(),
    })
    .optional(),
  aliases: aliasesSchema.optional(),
});

/**
 * Parses a mapping that a form contains as JSON.
 * @throws Refusal 400 for an invalid mapping
 */
export function parseMapping(text: unknown): ColumnMapping | undefined {
  if (typeof text !== 'string' || !text) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = null;
  }
  const result = mappingSchema.safeParse(json);
  if (!result.success) throw badRequest('列的对应关系不正确，请刷新页面后重试');
  return result.data;
}

/** Returns a sheet that was read without its header. */
export const rawSheetOf = ({ sheetName, rows, merges, sheets }: SheetTable): RawSheet => ({
  sheetName,
  rows,
  merges: merges ?? [],
  sheets,
});

/** Signature under which the spellings of an entity's values are remembered. */
const spellingsSignature = '';

async function readRemembered(context: OperationContext, orm: Orm, signature: string) {
  const organizationId = organizationForNew(context.resource, context.call.viewer, undefined);
  if (organizationId === null) return { head: null, aliases: {} };
  const rows = await orm
    .select({ signature: importMappingTable.signature, value: importMappingTable.value })
    .from(importMappingTable)
    .where(
      and(
        eq(importMappingTable.organizationId, organizationId),
        eq(importMappingTable.entity, context.resource.entity.name),
        inArray(importMappingTable.signature, [signature, spellingsSignature]),
      ),
    );
  const valueFor = (wantedSignature: string): unknown => rows.find((row) => row.signature === wantedSignature)?.value;
  return {
    head: signature === spellingsSignature ? null : ((valueFor(signature) ?? null) as RememberedHead | null),
    aliases: (valueFor(spellingsSignature) ?? {}) as Aliases,
  };
}

/** Number of rows that are displayed for choosing the header, and of characters per cell. */
const maxShownRows = 12;
const maxShownCharacters = 60;
const maxSamples = 4;

/** Returns the columns of a remembered mapping by their places in this sheet; null where none is remembered. */
function rememberedIndexes(
  rememberedHead: RememberedHead | null,
  sources: readonly { readonly at: number; readonly name: string }[],
): Record<string, number> | null {
  const placeOf = new Map(sources.map(({ name: source, at }) => [source, at]));
  return rememberedHead
    ? Object.fromEntries(
        Object.entries(rememberedHead.columns).flatMap(([header, source]) => {
          const at = placeOf.get(source);
          return at === undefined ? [] : [[header, at]];
        }),
      )
    : null;
}

/** Returns a column of the sheet with a few of its texts. */
const sourceWithSamples = ({
  at,
  name: source,
  names,
  texts,
}: SourceColumn & { readonly texts: readonly string[] }) => ({
  at,
  name: source,
  names,
  samples: [...new Set(texts.filter(Boolean))].slice(0, maxSamples).map((one) => one.slice(0, maxShownCharacters)),
});

/** Returns the first rows of a sheet as they stand. */
const firstRowsOf = ({ rows }: RawSheet, text: Field | undefined): SheetView['top'] =>
  rows.slice(0, maxShownRows).map(({ line, cells }) => ({
    line,
    cells: cells.map((one) =>
      (one.kind === 'number' && text ? cellText(one, text) : plainCell(one)).slice(0, maxShownCharacters),
    ),
  }));

/** Returns an entity with the hints that hold for one import. */
export const withOwnHints = (entity: Entity, ownHints: UserListHints | null | undefined): Entity =>
  ownHints?.lists ? { ...entity, lists: { ...entity.lists, ...ownHints.lists } } : entity;

/**
 * Looks at a sheet: where its head is, and how its columns become those of the entity. Writes nothing.
 * @param given.head head that a person chose
 * @param given.fixed values that the page sets for all rows
 * @throws Refusal 400 for a sheet without rows
 */
export async function inspectSheet(
  context: OperationContext,
  sheet: RawSheet,
  { head: givenHead, fixed = {} }: { readonly head?: HeaderRows | undefined; readonly fixed?: ImportFixed } = {},
): Promise<SheetView> {
  const { orm } = context.services.database;
  const ownHints = await context.resource.policy.userListHints?.(orm, fixed);
  const entity = withOwnHints(context.resource.entity, ownHints);
  const lookups = await sheetLookups(context, orm, undefined, true);
  const guessedColumns = guessColumns(entity, withShortTexts(sheet), lookups, givenHead);
  if (!guessedColumns) throw new Refusal(400, 'workbook', sheetMessages.empty);
  const { head, sources } = guessedColumns;
  // One head means other columns for another dictionary.
  const signature = ownHints
    ? `${JSON.stringify(fixed)}|${guessedColumns.signature}`.slice(0, 1000)
    : guessedColumns.signature;
  const rememberedMapping = await readRemembered(context, orm, signature);
  const rememberedColumns = rememberedIndexes(rememberedMapping.head, sources);
  const mapping: ColumnMapping = {
    head,
    columns: rememberedColumns ?? guessedColumns.columns,
    joined: guessedColumns.joined,
    // Facts in this file take precedence over the facts of an earlier one.
    fixed: { ...rememberedMapping.head?.fixed, ...guessedColumns.fixed },
    restToRemark: rememberedMapping.head?.restToRemark ?? false,
    repeated: rememberedMapping.head?.repeated ?? [],
    aliases: rememberedMapping.aliases,
  };
  const targets = targetsOf(entity, lookups);
  const text = entity.fields[entity.titleField];
  return {
    sheetName: sheet.sheetName,
    sheets: sheet.sheets,
    top: firstRowsOf(sheet, text),
    sources: sources.map(sourceWithSamples),
    targets,
    mapping,
    signature,
    remembered: rememberedColumns !== null,
    missing: missingOf(targets, mapping),
  };
}

async function storeMapping(tx: Orm, context: OperationContext, signature: string, value: unknown): Promise<void> {
  const organizationId = organizationForNew(context.resource, context.call.viewer, undefined);
  if (organizationId === null) return;
  const values = {
    organizationId,
    entity: context.resource.entity.name,
    signature,
    value,
    updateTime: context.services.now(),
  };
  const { organizationId: owner, entity, signature: head } = importMappingTable;
  await tx
    .insert(importMappingTable)
    .values(values)
    .onConflictDoUpdate({ target: [owner, entity, head], set: { value, updateTime: values.updateTime } });
}

/**
 * Stores for the organization how a list was mapped, and the meaning of its spellings.
 * @param tx transaction of the import
 */
export async function rememberMapping(
  tx: Orm,
  context: OperationContext,
  { signature, head, aliases: newAliases }: ImportSource,
): Promise<void> {
  if (head && signature) await storeMapping(tx, context, signature, head);
  if (!newAliases || !Object.keys(newAliases).length) return;
  const { aliases: before } = await readRemembered(context, tx, spellingsSignature);
  const mergedAliases = Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(newAliases)])].map((header) => [
      header,
      { ...before[header], ...newAliases[header] },
    ]),
  );
  await storeMapping(tx, context, spellingsSignature, mergedAliases);
}
