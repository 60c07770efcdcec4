import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Entity } from '@contract/entity';
import type { Field } from '@contract/field';
import { cellText, type SheetTable } from '@contract/workbook/cells';
import type { ImportFixed, ImportSource } from '@contract/workbook/importing';
import { guessColumns } from '@contract/workbook/mapping/guess';
import type { Head, SourceColumn } from '@contract/workbook/mapping/head';
import type { Aliases, Mapping, RememberedHead, SheetLook } from '@contract/workbook/mapping/mapping';
import { plainCell, type RawSheet } from '@contract/workbook/mapping/rawSheet';
import { missingOf, targetsOf } from '@contract/workbook/mapping/targets';
import { sheetMessages } from '@contract/workbook/messages';
import type { Orm } from '@server/db/orm';
import { importMappingTable } from '@server/db/schema';
import { badRequest, Refusal } from '@server/http/errors';
import type { Desk } from '../operations';
import type { OwnLists } from '../policy';
import { organizationForNew } from '../scope';
import { sheetLookups } from './sheetLookups';

const name = z.string().max(200);
const cell = z.string().max(2000);
const aliases = z.record(name, z.record(cell, cell));

/** A mapping as the browser sends it. */
const mappingSchema = z.object({
  head: z.object({ first: z.int().positive(), last: z.int().positive() }),
  columns: z.record(name, z.int().min(0).max(1000)),
  fixed: z.record(name, cell).default({}),
  joined: z.record(name, z.int().min(0).max(1000)).default({}),
  restToRemark: z.boolean().default(false),
  repeated: z.array(name).max(300).default([]),
  aliases: aliases.default({}),
});

export const sourceSchema = z.object({
  fileName: z.string().max(300),
  sheetName: z.string().max(100),
  signature: z.string().max(1000).optional(),
  head: z
    .object({
      columns: z.record(name, name),
      fixed: z.record(name, cell),
      repeated: z.array(name).max(300),
      restToRemark: z.boolean().optional(),
    })
    .optional(),
  aliases: aliases.optional(),
});

/**
 * Parses a mapping that a form contains as JSON.
 * @throws Refusal 400 for an invalid mapping
 */
export function mappingOf(text: unknown): Mapping | undefined {
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
const valuesOf = '';

async function rememberedOf(desk: Desk, orm: Orm, signature: string) {
  const organization = organizationForNew(desk.resource, desk.call.viewer, undefined);
  if (organization === null) return { head: null, aliases: {} };
  const rows = await orm
    .select({ signature: importMappingTable.signature, value: importMappingTable.value })
    .from(importMappingTable)
    .where(
      and(
        eq(importMappingTable.organizationId, organization),
        eq(importMappingTable.entity, desk.resource.entity.name),
        inArray(importMappingTable.signature, [signature, valuesOf]),
      ),
    );
  const of = (wanted: string): unknown => rows.find((row) => row.signature === wanted)?.value;
  return {
    head: signature === valuesOf ? null : ((of(signature) ?? null) as RememberedHead | null),
    aliases: (of(valuesOf) ?? {}) as Aliases,
  };
}

/** Number of rows that are displayed for choosing the header, and of characters per cell. */
const shownRows = 12;
const shownText = 60;
const samplesShown = 4;

/** Returns the columns of a remembered mapping by their places in this sheet; null where none is remembered. */
function keptColumns(
  head: RememberedHead | null,
  sources: readonly { readonly at: number; readonly name: string }[],
): Record<string, number> | null {
  const placeOf = new Map(sources.map(({ name: source, at }) => [source, at]));
  return head
    ? Object.fromEntries(
        Object.entries(head.columns).flatMap(([header, source]) => {
          const at = placeOf.get(source);
          return at === undefined ? [] : [[header, at]];
        }),
      )
    : null;
}

/** Returns a column of the sheet with a few of its texts. */
const shownSource = ({ at, name: source, names, texts }: SourceColumn & { readonly texts: readonly string[] }) => ({
  at,
  name: source,
  names,
  samples: [...new Set(texts.filter(Boolean))].slice(0, samplesShown).map((one) => one.slice(0, shownText)),
});

/** Returns the first rows of a sheet as they stand. */
const topOf = ({ rows }: RawSheet, text: Field | undefined): SheetLook['top'] =>
  rows.slice(0, shownRows).map(({ line, cells }) => ({
    line,
    cells: cells.map((one) =>
      (one.kind === 'number' && text ? cellText(one, text) : plainCell(one)).slice(0, shownText),
    ),
  }));

/** Returns an entity with the hints that hold for one import. */
export const withLists = (entity: Entity, own: OwnLists | null | undefined): Entity =>
  own?.lists ? { ...entity, lists: { ...entity.lists, ...own.lists } } : entity;

/**
 * Looks at a sheet: where its head is, and how its columns become those of the entity. Writes nothing.
 * @param given.head head that a person chose
 * @param given.fixed values that the page sets for all rows
 * @throws Refusal 400 for a sheet without rows
 */
export async function lookAtSheet(
  desk: Desk,
  sheet: RawSheet,
  { head: given, fixed = {} }: { readonly head?: Head | undefined; readonly fixed?: ImportFixed } = {},
): Promise<SheetLook> {
  const { orm } = desk.services.database;
  const own = await desk.resource.policy.ownLists?.(orm, fixed);
  const entity = withLists(desk.resource.entity, own);
  const lookups = await sheetLookups(desk, orm, undefined, true);
  const guessed = guessColumns(entity, sheet, lookups, given);
  if (!guessed) throw new Refusal(400, 'workbook', sheetMessages.empty);
  const { head, sources } = guessed;
  // One head means other columns for another dictionary.
  const signature = own ? `${JSON.stringify(fixed)}|${guessed.signature}`.slice(0, 1000) : guessed.signature;
  const remembered = await rememberedOf(desk, orm, signature);
  const kept = keptColumns(remembered.head, sources);
  const mapping: Mapping = {
    head,
    columns: kept ?? guessed.columns,
    joined: guessed.joined,
    // Facts in this file take precedence over the facts of an earlier one.
    fixed: { ...remembered.head?.fixed, ...guessed.fixed },
    restToRemark: remembered.head?.restToRemark ?? false,
    repeated: remembered.head?.repeated ?? [],
    aliases: remembered.aliases,
  };
  const targets = targetsOf(entity, lookups);
  const text = entity.fields[entity.titleField];
  return {
    sheetName: sheet.sheetName,
    sheets: sheet.sheets,
    top: topOf(sheet, text),
    sources: sources.map(shownSource),
    targets,
    mapping,
    signature,
    remembered: kept !== null,
    missing: missingOf(targets, mapping),
  };
}

async function keep(tx: Orm, desk: Desk, signature: string, value: unknown): Promise<void> {
  const organizationId = organizationForNew(desk.resource, desk.call.viewer, undefined);
  if (organizationId === null) return;
  const values = {
    organizationId,
    entity: desk.resource.entity.name,
    signature,
    value,
    updateTime: desk.services.now(),
  };
  const { organizationId: owner, entity, signature: head } = importMappingTable;
  await tx
    .insert(importMappingTable)
    .values(values)
    .onConflictDoUpdate({ target: [owner, entity, head], set: { value, updateTime: values.updateTime } });
}

/** Stores for the organization how a list was mapped, and the meaning of its spellings. */
export async function rememberMapping(
  tx: Orm,
  desk: Desk,
  { signature, head, aliases: learnt }: ImportSource,
): Promise<void> {
  if (head && signature) await keep(tx, desk, signature, head);
  if (!learnt || !Object.keys(learnt).length) return;
  const { aliases: before } = await rememberedOf(desk, tx, valuesOf);
  const merged = Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(learnt)])].map((header) => [
      header,
      { ...before[header], ...learnt[header] },
    ]),
  );
  await keep(tx, desk, valuesOf, merged);
}
