import { defineEntity, type Entity } from '@contract/entity';
import { decimal, dict, type FieldMap, integer, ref, text } from '@contract/field';
import type { MethodKey } from '../methods/methodCatalogue';
import type { Variant } from '../methods/methodDefinition';
import { layoutOf, readingsOfLayout } from '../methods/sheets/methodSheet';
import { methodSheets } from '../methods/sheets/methodSheets';
import type { LabWorkRow } from './labWork';

// A row of the grid: facts of the sample, one field per reading, and values that people add. All readings are stored
// in one column (DESIGN §2.7).

const factFields = {
  sheet: ref('检测记录', { required: true, to: 'labSheet', readonly: true }),
  sample: ref('样品', { to: 'sample', readonly: true }),
  sampleNo: text('样品编号', { readonly: true, max: 60 }),
  rowKind: dict('类别', { dict: 'labRowKind', readonly: true }),
  rowSort: integer('序号', { readonly: true }),
  siteName: text('采样地点/岗位', { readonly: true }),
  volume: decimal('采样体积', { readonly: true, unit: 'L' }),
  temperature: decimal('温度', { readonly: true, unit: '℃' }),
  pressure: decimal('气压', { readonly: true, unit: 'kPa' }),
  clientSampleNo: text('原样编号', { readonly: true }),
  sampleForm: text('样品性状', { readonly: true }),
} as const satisfies FieldMap;

const addedFields = {
  remark: text('备注', { max: 300 }),
  overrideText: text('人工修正结果', { max: 40, rule: 'valueOrBelowLimit' }),
  overrideReason: text('修正原因', { max: 300 }),
} as const satisfies FieldMap;

const givenFields = {
  standardVolume: decimal('标准采样体积（委托方提供）', { unit: 'L', min: '0' }),
} as const satisfies FieldMap;

const entityById = new Map<string, Entity>();

/** Returns the keys of the readings that a layout shows. */
export function readingKeys(method: MethodKey, layoutKey?: string): string[] {
  const sheet = methodSheets[method];
  const layout = layoutOf(sheet, layoutKey);
  return layout.columns.filter((key) => Object.hasOwn(readingsOfLayout(sheet, layout), key));
}

/**
 * Returns the entity of the editable fields of a row: readings, remark, a correction with its reason, V0 of an incoming
 * sample.
 * @param layoutKey layout of the method; undefined for its only one
 * @param variant `ordinary` or `incoming`
 */
export function rowEntityOf(method: MethodKey, layoutKey: string | undefined, variant: Variant): Entity {
  const id = `${method}/${layoutKey ?? ''}/${variant}`;
  const cachedEntity = entityById.get(id);
  if (cachedEntity) return cachedEntity;
  const sheet = methodSheets[method];
  const readings = readingsOfLayout(sheet, layoutOf(sheet, layoutKey));
  const ownFields: FieldMap = Object.fromEntries(
    readingKeys(method, layoutKey)
      .map((key) => [key, readings[key]] as const)
      .filter((pair): pair is [string, FieldMap[string]] => pair[1] !== undefined),
  );
  const entity: Entity = defineEntity({
    name: 'labSheetRow',
    path: 'api/labSheetRow',
    label: '检测结果',
    titleField: 'sampleNo',
    scope: 'organization',
    fields: {
      ...factFields,
      ...(variant === 'incoming' ? givenFields : { standardVolume: { ...givenFields.standardVolume, readonly: true } }),
      ...ownFields,
      ...addedFields,
    } as FieldMap & { sampleNo: typeof factFields.sampleNo },
  });
  entityById.set(id, entity);
  return entity;
}

/** Converts a row of the record to a row of the grid. */
export function gridRow({ readings, ...row }: LabWorkRow, sheet: number): Record<string, unknown> {
  return { ...row, sheet, ...readings };
}

/** Extracts the readings from a row of the grid. */
export const readingsIn = (
  values: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = values[key];
      return value === null || value === undefined || String(value).trim() === '' ? [] : [[key, String(value)]];
    }),
  );
