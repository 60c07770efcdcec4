import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import type { Field } from '@contract/field';
import type { RuleName } from '@contract/rules';

const byRule: Record<RuleName, (n: number) => string> = {
  email: (n) => `lab${n}@example.com`,
  mobile: (n) => `138${String(n).padStart(8, '0')}`,
  phone: (n) => `139${String(n).padStart(8, '0')}`,
  telephone: (n) => `139${String(n).padStart(8, '0')}`,
  ip: (n) => `10.0.0.${n % 250}`,
  userName: (n) => `lab${n}`,
  number: (n) => String(n),
  stockConcentrations: (n) => `苯 ${n + 1}`,
  sequenceColumns: (n) => `Vial${n}=进样位；Name=样品名`,
  uncertaintyLevels: (n) => `0.1～${n + 1}：20%（k=2）`,
  numberOrDash: (n) => String(n),
  positiveNumber: (n) => String(n + 1),
  unifiedCode: (n) => `91330106${String(n).padStart(10, 'A').slice(-10).toUpperCase()}`,
  webAddress: (n) => `https://lab${n}.example.com`,
  colour: (n) => `#${String(n).padStart(6, '0').slice(-6)}`,
  fileSafeName: (n) => `示例名称${n}`,
  valueOrBelowLimit: () => '<0.05',
  password: () => 'Sample-2024#x',
  nonNegativeInteger: (n) => String(n),
};

/** What the environment must provide: a row to refer to, a value of a managed dictionary, an uploaded file. */
export interface ExampleContext {
  ref?(entityName: string): number | null;
  dict?(name: string): string | null;
  file?(): string | null;
}

/** Returns a valid value of a field; the n-th differs from all others. */
export function exampleValue(field: Field, n: number, context: ExampleContext = {}): unknown {
  switch (field.kind) {
    case 'text':
      return field.rule
        ? byRule[field.rule](n).slice(0, field.max ?? 200)
        : `${field.label}${n}`.slice(-(field.max ?? 200));
    case 'longText':
      return `${field.label}第${n}条`;
    case 'richText':
      return `<p>${field.label}<strong>第${n}条</strong></p>`;
    case 'integer':
      return Math.min((field.min ?? 0) + (n % 50), field.max ?? 1_000_000);
    case 'decimal':
      return field.max !== undefined && n + 0.5 > Number(field.max) ? field.max : `${n}.5`;
    case 'date':
      return `2024-0${(n % 9) + 1}-15`;
    case 'dateTime':
      return `2024-0${(n % 9) + 1}-15 08:30:00`;
    case 'dict':
      return isFixedDictionary(field.dict)
        ? (fixedDictionaries[field.dict][0]?.value ?? null)
        : (context.dict?.(field.dict) ?? null);
    case 'ref':
      return context.ref?.(field.to) ?? null;
    case 'refs': {
      const id = context.ref?.(field.to);
      return id ? [id] : [];
    }
    case 'flag':
      return n % 2 === 0;
    case 'file':
      return context.file?.() ?? null;
    case 'region':
      return '浙江省/杭州市/西湖区';
    case 'keyed':
      return { 项目: `${field.label}${n}` };
    case 'secret':
      return field.rule ? byRule[field.rule](n) : `secret${n}`;
  }
}

/** Returns a complete draft of an entity, generated from its fields. */
export function exampleOf(entity: Entity, n: number, context: ExampleContext = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entity.fields)
      .filter(([, field]) => !field.readonly)
      .map(([name, field]) => [name, exampleValue(field, n, context)]),
  );
}
