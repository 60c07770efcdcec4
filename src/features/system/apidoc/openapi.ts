// The parts of the server's OpenAPI document that this page uses (server/http/openapi.ts writes it).

export interface Schema {
  readonly $ref?: string;
  readonly readOnly?: boolean;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

interface OperationParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly description?: string;
}

interface RawOperation {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters: readonly OperationParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  readonly 'x-permission': 'public' | 'signedIn' | 'admin' | readonly string[];
}

export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface Operation extends RawOperation {
  /** Key of the operation on this page, e.g. `GET /api/x`. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
}

/** Returns the schema of a request: without fields that only the server writes. */
function writableSchema(schema: Schema, { components }: OpenApi): Schema {
  const referencedSchema = schema.$ref ? components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''] : undefined;
  return referencedSchema
    ? {
        ...referencedSchema,
        properties: Object.fromEntries(
          Object.entries(referencedSchema.properties ?? {}).filter(([, { readOnly }]) => !readOnly),
        ),
      }
    : schema;
}

export const operationsOf = (api: OpenApi): Operation[] =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, ...operation }]) => ({
      ...operation,
      ...(requestBody
        ? {
            requestBody: {
              content: Object.fromEntries(
                Object.entries(requestBody.content).map(([type, { schema }]) => [
                  type,
                  { schema: writableSchema(schema, api) },
                ]),
              ),
            },
          }
        : {}),
      key: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      tag: operation.tags[0] ?? '其他',
    })),
  );

export const permissionText = (permission: Operation['x-permission']): string =>
  permission === 'public'
    ? '无需登录'
    : permission === 'signedIn'
      ? '登录即可'
      : permission === 'admin'
        ? '仅平台管理员'
        : permission.join(' 或 ');

/** Returns operations that contain every typed word in address, summary, group or permission. */
export function matchingOperations(operations: readonly Operation[], typedText: string): Operation[] {
  const words = typedText.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter((operation) => {
    const text =
      `${operation.key} ${operation.summary} ${operation.tag} ${permissionText(operation['x-permission'])}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function groupByTag(operations: readonly Operation[]): [tag: string, operations: Operation[]][] {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) groups.set(operation.tag, [...(groups.get(operation.tag) ?? []), operation]);
  return [...groups]
    .map(([tag, list]): [string, Operation[]] => [
      tag,
      list.sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method)),
    ])
    .sort(([a], [b]) => a.localeCompare(b, 'zh-CN'));
}

interface SchemaRow {
  readonly name: string;
  readonly depth: number;
  readonly type: string;
  readonly required: boolean;
  readonly note: string;
}

export function typeOf(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ');
  if (schema.enum) return schema.enum.map((enumValue) => JSON.stringify(enumValue)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return `${schema.items ? typeOf(schema.items) : '任意'}[]`;
  return schema.type ? [schema.type].flat().join(' | ') : '任意';
}

function noteOf({
  description,
  format,
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  default: initial,
}: Schema): string {
  const limit = (minimum: number | undefined, maximum: number | undefined, unit: string) =>
    minimum === undefined && (maximum === undefined || Math.abs(maximum) > 1e15)
      ? ''
      : `${minimum === undefined || Math.abs(minimum) > 1e15 ? '' : `≥ ${minimum}`}${maximum === undefined || Math.abs(maximum) > 1e15 ? '' : ` ≤ ${maximum}`}${unit}`.trim();
  return [
    description,
    format,
    limit(minimum, maximum, ''),
    limit(minLength, maxLength, ' 字符'),
    limit(minItems, maxItems, ' 项'),
    initial === undefined ? '' : `默认 ${JSON.stringify(initial)}`,
  ]
    .filter(Boolean)
    .join('；');
}

/** Converts a schema to table rows. Nested objects and lists are expanded, four levels at most. */
export function schemaRows(schema: Schema, depth = 0): SchemaRow[] {
  if (depth > 4) return [];
  const inner = schema.type === 'array' && schema.items ? schema.items : schema;
  const choices = inner.anyOf ?? inner.oneOf;
  if (!inner.properties && choices) return choices.flatMap((choice) => schemaRows(choice, depth));
  return Object.entries(inner.properties ?? {}).flatMap(([name, property]) => [
    { name, depth, type: typeOf(property), required: inner.required?.includes(name) ?? false, note: noteOf(property) },
    ...schemaRows(property, depth + 1),
  ]);
}
