import { z } from 'zod';
import { oneLine, trimBlanks, withoutControls } from '@contract/fields/normalizeText';
import { isBlankRichText, isSanitisable } from '@contract/fields/richText';
import { type Draft, type Entity, fieldOf } from './entity';
import { defaultMax, type Field, type Kind } from './field';
import { rules } from './rules';

/** One wrong field: its name and the message for the user. */
export interface FieldError {
  field: string;
  message: string;
}

const chosenKinds: readonly Kind[] = ['dict', 'ref', 'refs', 'date', 'dateTime', 'region', 'flag'];

/** Returns 请输入…, 请选择… or 请上传… with the field's label. */
export function requiredMessage(field: Field): string {
  if (field.kind === 'file') return `请上传${field.label}`;
  return `${chosenKinds.includes(field.kind) ? '请选择' : '请输入'}${field.label}`;
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const timePattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** Returns whether a `YYYY-MM-DD` text is an existing day: 2023-02-30 does not exist. */
export function isDay(value: string): boolean {
  if (!dayPattern.test(value)) return false;
  const [year, month, day] = value.split('-').map(Number) as [number, number, number];
  if (year < 1) return false;
  const utcDate = new Date(Date.UTC(year, month - 1, day));
  return utcDate.getUTCFullYear() === year && utcDate.getUTCMonth() === month - 1 && utcDate.getUTCDate() === day;
}

/** Returns whether a text is an existing `YYYY-MM-DD HH:mm:ss`; the time zone is not considered. */
export function isDateTime(value: string): boolean {
  if (!timePattern.test(value) || !isDay(value.slice(0, 10))) return false;
  const [hour, minute, second] = value.slice(11).split(':').map(Number) as [number, number, number];
  return hour < 24 && minute < 60 && second < 60;
}

const stringSchema = (field: Field, max: number) =>
  z
    .string({ error: () => `${field.label}应为文字` })
    .overwrite((value) => withoutControls(field.kind === 'text' ? oneLine(value) : trimBlanks(value)))
    .max(max, `${field.label}不能超过${max}个字`)
    .refine((value) => !value.includes('\0'), `${field.label}含有不能保存的字符，请删除后重试`);

/**
 * Returns the message for a text that is too long. The count includes markup, which the user does not see; the
 * message says so.
 */
const tooLongMessage = ({ label }: Field, max: number): string =>
  `${label}过长，请精简文字或把长文作为附件（含格式最多${max.toLocaleString('zh-CN')}个字符）`;

/** Adds a rule for texts of an allowed length; a longer one is refused for it, and would take a pattern long. */
const withRule = (schema: z.ZodType<string>, rule: keyof typeof rules | undefined, max: number): z.ZodType<string> =>
  rule
    ? schema.refine((value) => value === '' || value.length > max || rules[rule].test(value), rules[rule].message)
    : schema;

/** Maximum number of keys of a keyed field, e.g. rows of the tables of a form. */
const maxKeys = 1000;

const maxId = 2_147_483_647;
const idOf = (field: Field) =>
  z
    .int({ error: () => `请选择${field.label}` })
    .positive(`请选择${field.label}`)
    .max(maxId, `请选择${field.label}`);

// Maximum number of characters of a decimal. It is longer than any measurement, and shorter than the limit of the
// database, whose error would not be a validation message.
const maxDecimalLength = 40;
const maxSecretLength = 100;

/** Adds to the refusal of a number what to do about a comma, which may group thousands or be a decimal mark. */
const withCommaHint = (message: string, value: unknown): string =>
  typeof value === 'string' && /\d[,，]\d/.test(value) ? `${message}，请去掉逗号，例如4520` : message;

/** Validates a non-empty value of each kind. */
const valueSchema: { [K in Kind]: (field: Extract<Field, { kind: K }>) => z.ZodType } = {
  text: (field) => {
    const max = field.max ?? defaultMax.text;
    return withRule(stringSchema(field, max), field.rule, max);
  },
  longText: (field) => stringSchema(field, field.max ?? defaultMax.longText),
  richText: (field) =>
    z
      .string({ error: () => `${field.label}应为文字` })
      .max(field.max ?? defaultMax.richText, tooLongMessage(field, field.max ?? defaultMax.richText))
      .refine((value) => !value.includes('\0'), `${field.label}含有不能保存的字符，请删除后重试`)
      // A longer text is refused above.
      .refine(
        (value) => value.length > (field.max ?? defaultMax.richText) || isSanitisable(value),
        `${field.label}的格式过于复杂，请粘贴为纯文本后重新设置格式`,
      ),
  integer: (field) => {
    const integerMessage = field.min === 0 ? rules.nonNegativeInteger.message : `${field.label}应为整数`;
    return z
      .int({ error: ({ input }) => withCommaHint(integerMessage, input) })
      .min(field.min ?? -maxId, field.min === 0 ? integerMessage : `${field.label}不能小于${field.min ?? -maxId}`)
      .max(field.max ?? maxId, `${field.label}不能大于${field.max ?? maxId}`);
  },
  decimal: (field) =>
    z
      .union([z.string(), z.number().transform(String)], { error: () => rules.number.message })
      .refine((value) => value.length <= maxDecimalLength, `${field.label}不能超过${maxDecimalLength}位`)
      .refine((value) => rules.number.test(value), {
        error: ({ input }) => withCommaHint(rules.number.message, input),
      })
      .refine(
        (value) => (value.split('.')[1]?.length ?? 0) <= (field.digits ?? 10),
        `${field.label}最多${field.digits ?? 10}位小数`,
      )
      .refine(
        (value) => field.min === undefined || Number(value) >= Number(field.min),
        `${field.label}不能小于${field.min}`,
      )
      .refine(
        (value) => field.max === undefined || Number(value) <= Number(field.max),
        `${field.label}不能大于${field.max}`,
      ),
  date: (field) =>
    z.string({ error: () => `请选择${field.label}` }).refine(isDay, `${field.label}应为年-月-日，例如2024-05-01`),
  dateTime: (field) =>
    z.string({ error: () => `请选择${field.label}` }).refine(isDateTime, `${field.label}应为年-月-日 时:分:秒`),
  dict: (field) => stringSchema(field, 100),
  ref: idOf,
  refs: (field) => z.array(idOf(field), { error: () => `请选择${field.label}` }).max(500, `${field.label}最多500项`),
  flag: (field) => z.boolean({ error: () => `${field.label}应为是或否` }),
  file: (field) => z.uuid({ error: () => `请重新上传${field.label}` }),
  region: (field) =>
    stringSchema(field, 100).refine(
      (value) => value === '' || /^[^/]+(\/[^/]+){0,2}$/.test(value),
      `${field.label}应为省/市/区县`,
    ),
  keyed: (field) =>
    z
      .record(z.string().min(1).max(60), stringSchema(field, 2000).nullish(), {
        error: () => `${field.label}应为若干项文字`,
      })
      .refine((value) => Object.keys(value).length <= maxKeys, `${field.label}最多${maxKeys}项`)
      .transform((value) =>
        Object.fromEntries(Object.entries(value).flatMap(([key, text]) => (text?.trim() ? [[key, text.trim()]] : []))),
      ),
  secret: (field) => {
    const max = field.max ?? maxSecretLength;
    const schema = z.string({ error: () => requiredMessage(field) }).max(max, `${field.label}不能超过${max}个字`);
    return withRule(schema, field.rule, max);
  },
};

const isBlank = (field: Field, input: unknown): boolean =>
  input === undefined ||
  input === null ||
  (typeof input === 'string' && trimBlanks(input) === '') ||
  (field.kind === 'richText' && typeof input === 'string' && input.length <= 1000 && isBlankRichText(input)) ||
  (field.kind === 'refs' && Array.isArray(input) && input.length === 0);

/**
 * Returns the zod schema of one field: checks emptiness first (a blank text is empty), then the value. It reports at
 * most one message.
 */
export function fieldSchema(field: Field): z.ZodType {
  const check = valueSchema[field.kind] as (field: Field) => z.ZodType;
  const value = check(field);
  const emptyValue = () => (field.kind === 'refs' ? [] : null);
  return z.unknown().transform((input, context) => {
    if (isBlank(field, input)) {
      if (field.required) context.addIssue({ code: 'custom', message: requiredMessage(field) });
      return emptyValue();
    }
    const result = value.safeParse(input);
    if (result.success) return result.data;
    for (const issue of result.error.issues.slice(0, 1)) context.addIssue({ code: 'custom', message: issue.message });
    return emptyValue();
  });
}

/**
 * Returns the faults of fields that are required now and empty. A field that was already empty in an older row is not
 * a fault.
 * @param before the stored row; null for a new one
 */
export function missingFieldErrors(
  { fields, requiredNow = [] }: Entity,
  draft: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | null,
): FieldError[] {
  return requiredNow.flatMap((name) => {
    const field = fields[name];
    const isMissing = field && isBlank(field, draft[name]) && (!before || !isBlank(field, before[name]));
    return isMissing ? [{ field: name, message: requiredMessage(field) }] : [];
  });
}

const schemaOfEntity = new WeakMap<Entity, z.ZodType<Record<string, unknown>>>();

/**
 * Returns the schema of an entity's editable fields. Other keys of the input are dropped, even those of an
 * administrator (QUALITY AZ6).
 */
export function draftSchema(entity: Entity): z.ZodType<Record<string, unknown>> {
  let schema = schemaOfEntity.get(entity);
  if (!schema) {
    const fieldSchemas: Record<string, z.ZodType> = {};
    for (const [name, field] of Object.entries(entity.fields))
      if (!field.readonly) fieldSchemas[name] = fieldSchema(field);
    // Converts a missing key to an empty field; otherwise zod would report it with an English message.
    const withAllFields = (input: unknown): unknown =>
      typeof input === 'object' && input !== null && !Array.isArray(input)
        ? Object.fromEntries(
            Object.keys(fieldSchemas).map((name) => [
              name,
              Object.hasOwn(input, name) ? (input as Record<string, unknown>)[name] : null,
            ]),
          )
        : undefined;
    schema = z.preprocess(withAllFields, z.object(fieldSchemas, { error: () => '请求内容应为一个对象' }));
    schemaOfEntity.set(entity, schema);
  }
  return schema;
}

/** Result of a check. `validFields`: the valid fields of a refused draft, for checks that need only these fields. */
type CheckedDraft<T> =
  | { ok: true; value: T }
  | { ok: false; errors: FieldError[]; validFields: Readonly<Record<string, unknown>> };

/**
 * Checks a draft: each field's own rules and, if those pass, the rules between fields.
 * @returns the parsed value, or all errors with the valid fields
 */
export function checkDraft<E extends Entity>(entity: E, input: unknown): CheckedDraft<Draft<E>> {
  const result = draftSchema(entity).safeParse(input);
  if (!result.success)
    return { ok: false, errors: fieldErrorsOf(result.error), validFields: validFieldsOf(entity, input) };
  const errors = crossFieldErrors(entity, result.data);
  return errors.length ? { ok: false, errors, validFields: result.data } : { ok: true, value: result.data as Draft<E> };
}

function validFieldsOf(entity: Entity, input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null) return {};
  return Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]) => {
      if (field.readonly || !Object.hasOwn(input, name)) return [];
      const result = fieldSchema(field).safeParse((input as Record<string, unknown>)[name]);
      return result.success ? [[name, result.data]] : [];
    }),
  );
}

/** Returns the errors of the rules between fields. Empty fields are not compared. */
export function crossFieldErrors(entity: Entity, value: Readonly<Record<string, unknown>>): FieldError[] {
  return (entity.checks ?? [])
    .filter(({ field, notAbove }) => {
      const [lowValue, highValue] = [value[field], value[notAbove]];
      if (lowValue === null || lowValue === undefined || highValue === null || highValue === undefined) return false;
      const kind = fieldOf(entity, field)?.kind;
      // Days and moments compare as text; numbers do not ('9' > '10').
      return kind === 'integer' || kind === 'decimal'
        ? Number(lowValue) > Number(highValue)
        : String(lowValue) > String(highValue);
    })
    .map(({ field, message }) => ({ field, message }));
}

/** Converts zod's issues to field errors. */
export function fieldErrorsOf(error: z.ZodError): FieldError[] {
  return error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));
}
