import { and, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import { replacedEntries } from '@contract/dictionaries/replacedEntries';
import type { AnyRow } from '@contract/entity';
import { isRegion } from '@contract/fields/regions';
import { picturesIn } from '@contract/fields/richText';
import { checkDraft, type FieldError, missingFieldErrors } from '@contract/schema';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable, storedFileTable } from '@server/db/schema';
import { invalid, notFound } from '@server/http/errors';
import type { OperationContext } from './operations';
import { undeletedRows, scopeOf, withIds } from './rowScope';
import { safeRichText } from './safeRichText';
import { writtenValues } from './storedValues';

/** A draft with the stored row; unchanged values are not looked up again. */
interface DraftToCheck {
  readonly draft: Readonly<Record<string, unknown>>;
  readonly before: AnyRow | null;
  /** Organization of a new row, where known. */
  readonly owner?: number | null;
}

/**
 * A value that the viewer may not use. `lineIndex`: index of the draft; `isDeleted`: the referenced row does not exist
 * (404 if it is the only fault).
 */
interface ReferenceFault extends FieldError {
  readonly lineIndex: number;
  readonly isDeleted: boolean;
}

interface FieldUse {
  readonly lineIndex: number;
  readonly name: string;
  readonly value: unknown;
  readonly before: AnyRow | null;
  readonly owner: number | null;
}

/** Returns the changed values of one field from all drafts. */
function usesOf(name: string, drafts: readonly DraftToCheck[]): FieldUse[] {
  return drafts.flatMap(({ draft, before, owner }, index) => {
    const value = draft[name];
    if (value === null || value === undefined || (before && JSON.stringify(before[name]) === JSON.stringify(value)))
      return [];
    return [{ lineIndex: index, name, value, before, owner: before ? before.organizationId : (owner ?? null) }];
  });
}

const idsPerStatement = 5000;

/**
 * Returns the ids that the viewer may use, with their organization. The rows stay locked until the transaction ends,
 * so that nobody can delete them meanwhile: a deletion locks its rows before it searches for references.
 */
async function usableIds(
  context: OperationContext,
  tx: Orm,
  to: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  const target = context.registry.named(to);
  const sortedIds = [...new Set(ids)].sort((a, b) => a - b);
  const ownerById = new Map<number, number | null>();
  for (let from = 0; from < sortedIds.length; from += idsPerStatement) {
    const rows = await tx
      .select({ id: target.columns.id, of: target.columns.organizationId })
      .from(target.table)
      .where(
        and(
          withIds(target, sortedIds.slice(from, from + idsPerStatement)),
          undeletedRows(target),
          scopeOf(target, context.call.viewer),
        ),
      )
      .orderBy(target.columns.id)
      .for('key share');
    for (const row of rows) ownerById.set(row.id as number, row.of as number | null);
  }
  return ownerById;
}

/** Returns whether a viewer of all organizations would refer from one organization's row to another's. */
function isForeign({ owner, value }: FieldUse, usableOwners: ReadonlyMap<number, number | null>): boolean {
  const targetOwner = usableOwners.get(value as number) ?? null;
  return owner !== null && targetOwner !== null && targetOwner !== owner;
}

interface UsableEntries {
  readonly values: ReadonlySet<string>;
  /** Returns the value that replaces this one for an organization. */
  readonly replacedBy: (value: string, organizationId: number | null) => string | undefined;
}

/** Returns the values that the dictionaries offer to the viewer; a disabled entry can't be chosen anew. */
async function entriesOf(
  context: OperationContext,
  tx: Orm,
  names: readonly string[],
  values: readonly string[],
): Promise<ReadonlyMap<string, UsableEntries>> {
  const usableValues = new Map<string, Set<string>>(
    names.map((name) => [
      name,
      new Set(isFixedDictionary(name) ? fixedDictionaries[name].map(({ value }) => value as string) : []),
    ]),
  );
  const managedNames = names.filter((name) => !isFixedDictionary(name));
  const rows = managedNames.length ? await managedEntries(context, tx, managedNames, values) : [];
  for (const { name, value } of rows) usableValues.get(name)?.add(value);
  return new Map(
    [...usableValues].map(([name, usable]) => {
      const ofDict = rows.filter((row) => row.name === name);
      const replacedBy = (value: string, owner: number | null) =>
        replacedEntries(
          name,
          ofDict.filter(({ organizationId }) => organizationId === null || organizationId === owner),
        ).get(value);
      return [name, { values: usable, replacedBy }];
    }),
  );
}

/** Returns the enabled entries of managed dictionaries with one of the values, and all that people added. */
const managedEntries = (
  context: OperationContext,
  tx: Orm,
  names: readonly string[],
  values: readonly string[],
): Promise<{ name: string; value: string; label: string; organizationId: number | null; createBy: number | null }[]> =>
  tx
    .select({
      name: dictTable.name,
      value: dictDetailTable.value,
      label: dictDetailTable.label,
      organizationId: dictDetailTable.organizationId,
      createBy: dictDetailTable.createBy,
    })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(
      and(
        inArray(dictTable.name, names),
        or(
          inArray(dictDetailTable.value, [...new Set(values)]),
          isNotNull(dictDetailTable.organizationId),
          isNotNull(dictDetailTable.createBy),
        ),
        isNull(dictDetailTable.deleteTime),
        eq(dictDetailTable.disabled, false),
        scopeOf(context.registry.named('dictDetail'), context.call.viewer),
      ),
    );

/**
 * Returns the types of the files that the viewer may use, locked against cleaning. An administrator may use all
 * files, an external reviewer only their own uploads.
 */
async function filesOf(
  { call: { viewer } }: OperationContext,
  tx: Orm,
  ids: readonly string[],
  ownerless: SQL | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (!ids.length) return new Map();
  const ownCondition = viewer.user.isAdmin
    ? undefined
    : viewer.homeOrganizationId === null
      ? ownerless
      : eq(storedFileTable.organizationId, viewer.homeOrganizationId);
  const rows = await tx
    .select({ id: storedFileTable.id, fileClass: storedFileTable.fileClass })
    .from(storedFileTable)
    .where(
      and(
        inArray(storedFileTable.id, [...new Set(ids)]),
        isNull(storedFileTable.deleteTime),
        ownCondition,
        viewer.outside ? eq(storedFileTable.createBy, viewer.user.id) : undefined,
      ),
    )
    .orderBy(storedFileTable.id)
    .for('key share');
  return new Map(rows.map((row) => [row.id, String(row.fileClass)]));
}

/** Returns the pictures that were added to a text. Earlier pictures stay, whoever owns them. */
const addedPictures = ({ name, value, before }: FieldUse): string[] => {
  const heldPictures = before ? picturesIn(String(before[name] ?? '')) : [];
  return picturesIn(safeRichText(value as string)).filter((id) => !heldPictures.includes(id));
};

interface DictUse {
  readonly use: FieldUse;
  readonly dict: string;
  readonly label: string;
}

/** Finds dictionary values that can't be chosen anew: unknown, disabled, or replaced by the organization's own. */
async function checkEntries(
  context: OperationContext,
  tx: Orm,
  dictUses: readonly DictUse[],
  fault: (fieldUse: FieldUse, message: string) => void,
): Promise<void> {
  const entries = await entriesOf(
    context,
    tx,
    [...new Set(dictUses.map(({ dict }) => dict))],
    dictUses.map(({ use }) => use.value as string),
  );
  for (const { use, dict, label } of dictUses) {
    const value = use.value as string;
    const dictEntries = entries.get(dict);
    const replacedBy = dictEntries?.replacedBy(value, use.owner ?? context.call.viewer.organizationId);
    if (!dictEntries?.values.has(value)) fault(use, `${label}不在字典中或已停用，请重新选择`);
    else if (replacedBy !== undefined) fault(use, `${label}“${value}”已由“${replacedBy}”代替，请重新选择`);
  }
}

/**
 * Finds references in the drafts that the viewer may not use (QUALITY AZ5): rows, files, pictures, dictionary values,
 * regions. It uses one statement per table and one for all dictionaries, regardless of the number of drafts.
 * @param drafts drafts with the stored row before the change; null for new rows
 * @returns the faults of each draft, in the order of the drafts
 */
export async function referenceFaults(
  context: OperationContext,
  tx: Orm,
  drafts: readonly DraftToCheck[],
): Promise<ReferenceFault[]> {
  const faults: ReferenceFault[] = [];
  const dictUses: DictUse[] = [];
  const fault = ({ lineIndex, name }: FieldUse, message: string, isGone = false) =>
    void faults.push({ lineIndex, field: name, message, isDeleted: isGone });
  for (const [name, field] of Object.entries(context.resource.entity.fields)) {
    const fieldUses = usesOf(name, drafts);
    if (!fieldUses.length) continue;
    if (field.kind === 'ref' || field.kind === 'refs') {
      const idsIn = ({ value }: FieldUse) => (field.kind === 'ref' ? [value as number] : (value as number[]));
      const usableOwners = await usableIds(context, tx, field.to, fieldUses.flatMap(idsIn));
      for (const fieldUse of fieldUses) {
        if (idsIn(fieldUse).some((id) => !usableOwners.has(id)))
          fault(fieldUse, `所选${field.label}不存在或已被删除`, true);
        else if (field.kind === 'ref' && isForeign(fieldUse, usableOwners))
          fault(fieldUse, `所选${field.label}属于其他机构，请重新选择`);
      }
    } else if (field.kind === 'file') {
      const files = await filesOf(
        context,
        tx,
        fieldUses.map(({ value }) => value as string),
        isNull(storedFileTable.organizationId),
      );
      for (const fieldUse of fieldUses) {
        const fileClass = files.get((fieldUse.value as string).toLowerCase());
        if (fileClass === undefined) fault(fieldUse, `${field.label}的文件不存在，请重新上传`, true);
        else if (fileClass !== field.accept) fault(fieldUse, `${field.label}的文件类型不符，请重新上传`);
      }
    } else if (field.kind === 'richText') {
      const files = await filesOf(context, tx, fieldUses.flatMap(addedPictures), undefined);
      for (const use of fieldUses)
        if (addedPictures(use).some((id) => files.get(id) !== 'image'))
          fault(use, `${field.label}中的图片不存在或不能使用，请重新上传`);
    } else if (field.kind === 'region') {
      for (const use of fieldUses)
        if (!isRegion(use.value as string))
          fault(use, `没有“${use.value as string}”这个地区，请重新选择${field.label}`);
    } else if (field.kind === 'dict') {
      dictUses.push(...fieldUses.map((use) => ({ use, dict: field.dict, label: field.label })));
    }
  }
  if (dictUses.length) await checkEntries(context, tx, dictUses, fault);
  return faults;
}

/**
 * Validates one draft by its fields' rules and its references, and reports all faults at once. `input` is complete:
 * unchanged values come from the stored row.
 * @param input all fields of the row
 * @param before stored row before the change; null for a new row
 * @param owner organization of the row; null for a common row
 * @throws Refusal 400 with every faulty field; 404 where the only fault is a missing reference
 */
export async function checkedDraft(
  context: OperationContext,
  tx: Orm,
  input: Readonly<Record<string, unknown>>,
  before: AnyRow | null,
  owner: number | null = null,
): Promise<Record<string, unknown>> {
  const checkedDraftResult = checkDraft(context.resource.entity, input);
  if (!checkedDraftResult.ok) {
    const faults = await referenceFaults(context, tx, [{ draft: checkedDraftResult.validFields, before, owner }]);
    throw invalid([...checkedDraftResult.errors, ...faults.map(({ field, message }) => ({ field, message }))]);
  }
  const neededErrors = missingFieldErrors(context.resource.entity, checkedDraftResult.value, before);
  if (neededErrors.length) throw invalid(neededErrors);
  const draft = before ? writtenValues(context.resource, checkedDraftResult.value) : checkedDraftResult.value;
  await assertReferences(context, tx, draft, before, owner);
  return draft;
}

/**
 * Validates the references of one draft.
 * @param draft fields to validate
 * @param before stored row before the change; null for a new row
 * @param owner organization of the row; null for a common row
 * @throws Refusal 404 for a missing row, 400 for an unsuitable one
 */
export async function assertReferences(
  context: OperationContext,
  tx: Orm,
  draft: Readonly<Record<string, unknown>>,
  before: AnyRow | null,
  owner: number | null = null,
): Promise<void> {
  const faults = await referenceFaults(context, tx, [{ draft, before, owner }]);
  const errors = faults.map(({ field, message }) => ({ field, message }));
  const missingRowFault = faults.find((fault) => fault.isDeleted);
  if (missingRowFault) throw notFound(missingRowFault.message, errors);
  if (faults.length) throw invalid(errors);
}
