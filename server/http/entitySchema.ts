import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import { defaultMax, type Field, filterOf } from '@contract/field';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the JSON schema of a field's value. */
function valueOf(field: Field): JsonSchema {
  switch (field.kind) {
    case 'integer':
      return {
        type: 'integer',
        ...(field.min === undefined ? {} : { minimum: field.min }),
        ...(field.max === undefined ? {} : { maximum: field.max }),
      };
    case 'decimal':
      return { type: 'string', format: 'decimal' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'dict':
      return {
        type: 'string',
        ...(isFixedDictionary(field.dict) ? { enum: fixedDictionaries[field.dict].map(({ value }) => value) } : {}),
      };
    case 'ref':
      return { type: 'integer' };
    case 'refs':
      return { type: 'array', items: { type: 'integer' } };
    case 'flag':
      return { type: 'boolean' };
    case 'file':
      return { type: 'string', format: 'uuid' };
    case 'keyed':
      return { type: 'object', additionalProperties: { type: 'string' } };
    case 'secret':
      return { type: 'string', writeOnly: true };
    case 'text':
    case 'longText':
    case 'richText':
      return { type: 'string', maxLength: field.max ?? defaultMax[field.kind] };
    case 'dateTime':
    case 'region':
      return { type: 'string' };
  }
}

const noteByKind: Partial<Record<Field['kind'], (field: never) => string>> = {
  decimal: () => '小数，以文本传送',
  dateTime: () => 'YYYY-MM-DD HH:mm:ss',
  dict: ({ dict }: Extract<Field, { kind: 'dict' }>) => (isFixedDictionary(dict) ? '' : `字典${dict}的值`),
  ref: ({ to }: Extract<Field, { kind: 'ref' }>) => `${to}的编号`,
  refs: ({ to }: Extract<Field, { kind: 'refs' }>) => `${to}的编号`,
  region: () => '省/市/区县',
};

const describeField = (field: Field): string =>
  [field.label, noteByKind[field.kind]?.(field as never), field.unit].filter(Boolean).join('，');

function propertyOf(field: Field): JsonSchema {
  const value = valueOf(field);
  return {
    ...value,
    ...(field.required || field.kind === 'refs' ? {} : { type: [value['type'], 'null'] }),
    description: describeField(field),
    ...(field.readonly ? { readOnly: true } : {}),
  };
}

const commonFields = {
  id: { type: 'integer', readOnly: true, description: '编号' },
  version: { type: 'integer', description: '版本号，修改时须带回读到的值' },
  createTime: { type: 'string', readOnly: true, description: '创建时间' },
  updateTime: { type: 'string', readOnly: true, description: '修改时间' },
};

/** Returns the schema of an entity's row in an answer; without `readOnly` fields, in a request. */
export function rowSchema({ label, fields }: Entity): JsonSchema {
  const required = Object.entries(fields).flatMap(([name, field]) => (field.required && !field.readonly ? [name] : []));
  return {
    title: label,
    type: 'object',
    properties: {
      ...commonFields,
      ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, propertyOf(field)])),
    },
    ...(required.length ? { required } : {}),
  };
}

const filterLabels: Readonly<Record<Exclude<(typeof filterOf)[Field['kind']], 'none'>, string>> = {
  contains: '包含',
  startsWith: '以此开头',
  anyOf: '任一，可重复',
  range: '范围，写作 从~到',
  is: 'true或false',
};

/** Describes the filters of a list. */
export function filtersOf({ fields }: Entity): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const filterKind = filterOf[field.kind];
      return filterKind === 'none' ? [] : [[name, `${field.label}（${filterLabels[filterKind]}）`]];
    }),
  );
}
