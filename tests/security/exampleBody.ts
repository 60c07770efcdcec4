import { z } from 'zod';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
  default?: unknown;
}

/** Value for numbers in the schema that may be an id, and for a file. */
export interface Filling {
  readonly id: number;
  readonly file: string;
}

function valueFor(schema: Schema, name: string, filling: Filling): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length) return schema.enum[0];
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return valueFor(choice.find(({ type }) => type !== 'null') ?? {}, name, filling);
  if (schema.allOf?.[0]) return valueFor(schema.allOf[0], name, filling);
  switch (Array.isArray(schema.type) ? schema.type.find((type) => type !== 'null') : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .map(([key, one]) => [key, valueFor(one, key, filling)])
          .filter(([, value]) => value !== undefined),
      );
    case 'array':
      return [valueFor(schema.items ?? {}, name, filling)];
    case 'integer':
    case 'number':
      if (name === 'version') return 1;
      return schema.maximum !== undefined && schema.maximum < filling.id ? (schema.minimum ?? 1) : filling.id;
    case 'boolean':
      return true;
    case 'string':
      if (schema.format === 'uuid' || /file|picture|avatar/i.test(name)) return filling.file;
      if (/day|date|from|until|begin|end/i.test(name) || /\\d\{4\}/.test(schema.pattern ?? '')) return '2026-03-12';
      return '1';
    default:
      return undefined;
  }
}

/** Returns a body that the schema accepts, or nearly; every number in it that may be an id is `filling.id`. */
export function exampleBody(schema: z.ZodType, filling: Filling): unknown {
  return valueFor(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Schema, '', filling);
}
