import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useDictionary } from '@/session/dictionaryStore';
import type { DictEntry } from '@contract/dictEntry';
import { examplePayload } from '@contract/features/platforms/examplePayload';
import { sectionsOfPart } from '@contract/features/platforms/platformFamilies';
import {
  codeKey,
  type MappableField,
  mappableFields,
  mappedSections,
  type Mapping,
} from '@contract/features/platforms/platformMapping';
import styles from './platforms.module.css';

interface MappingInputProps {
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly id?: string;
  readonly disabled?: boolean;
}

interface CodePair {
  readonly ownValue: string;
  readonly platformValue: string;
}

interface CodeLinesProps {
  readonly field: MappableField;
  readonly codes: readonly CodePair[];
  readonly disabled: boolean;
  readonly onChange: (codes: readonly CodePair[]) => void;
}

const isWhole = ({ ownValue, platformValue }: CodePair): boolean =>
  ownValue.trim() !== '' && platformValue.trim() !== '';
const textOf = (codes: readonly CodePair[]): string =>
  JSON.stringify(codes.filter(isWhole).map(({ ownValue, platformValue }) => [ownValue.trim(), platformValue.trim()]));

interface CodeLineProps extends Pick<CodeLinesProps, 'field' | 'disabled'> {
  readonly line: CodePair;
  /** Values of the field; undefined if they are typed. */
  readonly knownOptions: readonly Pick<DictEntry, 'value' | 'label'>[] | undefined;
  /** Values that have a line already. */
  readonly usedValues: readonly string[];
  readonly onChange: (changes: Partial<CodePair>) => void;
  readonly onRemove: () => void;
}

/** One value of the field with the platform's code for it. */
function CodeLine({ field, line, knownOptions, usedValues, disabled, onChange, onRemove }: CodeLineProps) {
  const { label, factored } = field;
  const { ownValue, platformValue } = line;
  const valueLabel = knownOptions?.find(({ value }) => value === ownValue)?.label ?? ownValue;
  const remainingOptions = (knownOptions ?? []).filter(
    ({ value }) => value === ownValue || !usedValues.includes(value),
  );
  return (
    <div className={styles.code}>
      {knownOptions ? (
        <Select
          size="small"
          disabled={disabled}
          aria-label={`${label}的本系统值`}
          placeholder="本系统值"
          autoFocus={ownValue === ''}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          value={ownValue || null}
          options={remainingOptions.map(({ value, label: optionLabel }) => ({ value, label: optionLabel }))}
          onChange={(next: string) => onChange({ ownValue: next })}
        />
      ) : (
        <Input
          size="small"
          disabled={disabled}
          aria-label={`${label}的${factored ? '单位' : '本系统值'}`}
          placeholder={factored ? '单位' : '本系统值'}
          autoFocus={ownValue === ''}
          value={ownValue}
          onChange={(event) => onChange({ ownValue: event.target.value })}
        />
      )}
      <Input
        size="small"
        disabled={disabled}
        aria-label={`${label}“${valueLabel}”的${factored ? '换算系数' : '平台代码'}`}
        placeholder={factored ? '换算系数' : '平台代码'}
        value={platformValue}
        onChange={(event) => onChange({ platformValue: event.target.value })}
      />
      {!disabled && (
        <Button type="text" size="small" aria-label={`移除${label}“${valueLabel}”的代码`} onClick={onRemove}>
          移除
        </Button>
      )}
    </div>
  );
}

/** A platform's codes for the values of one field. A line with only one side filled in has no effect. */
function CodeLines({ field, codes, disabled, onChange }: CodeLinesProps) {
  const { label, dict = '', values, factored } = field;
  const dictEntries = useDictionary(dict);
  const knownOptions = dict ? dictEntries : values;
  const [lines, setLines] = useState(codes);
  // The mapping was replaced outside this input: by another row, or by saved values.
  if (textOf(lines) !== textOf(codes)) setLines(codes);
  const change = (nextCodePairs: readonly CodePair[]) => {
    setLines(nextCodePairs);
    onChange(nextCodePairs.filter(isWhole));
  };
  const changeLine = (index: number, changes: Partial<CodePair>) =>
    change(lines.map((line, lineIndex) => (lineIndex === index ? { ...line, ...changes } : line)));
  return (
    <>
      {lines.map((line, index) => (
        // Lines have no key except their index. Removing a line removes its content.
        <CodeLine
          key={index}
          field={field}
          line={line}
          knownOptions={knownOptions}
          usedValues={lines.map(({ ownValue }) => ownValue)}
          disabled={disabled}
          onChange={(changes) => changeLine(index, changes)}
          onRemove={() => change(lines.filter((_line, lineIndex) => lineIndex !== index))}
        />
      ))}
      {!disabled && !lines.some((line) => !isWhole(line)) && (
        <Button
          type="link"
          size="small"
          aria-label={`为${label}新增${factored ? '换算' : '代码'}`}
          onClick={() => setLines([...lines, { ownValue: '', platformValue: '' }])}
        >
          {factored ? '新增换算' : '新增代码'}
        </Button>
      )}
    </>
  );
}

const codesOf = (mapping: Mapping, path: string): CodePair[] =>
  Object.entries(mapping).flatMap(([key, platformValue]) =>
    key.startsWith(`${path}=`) ? [{ ownValue: key.slice(path.length + 1), platformValue: platformValue }] : [],
  );

const wholeSections = sectionsOfPart.whole;

/** Shows how the mapping converts an example, at every keystroke. */
function PayloadPreview({ mapping }: { readonly mapping: Mapping }) {
  const { body, unmapped } = mappedSections(examplePayload, wholeSections, mapping);
  return (
    <section aria-label="报文预览">
      <h4>报文预览（示例数据，随对照即时更新）</h4>
      {unmapped.length > 0 && (
        <p className={styles.missing}>
          示例中没有对照的值：{unmapped.map(({ label, value }) => `${label}“${value}”`).join('、')}
        </p>
      )}
      <pre className={styles.json} aria-label="示例报文">
        {JSON.stringify(body, null, 2)}
      </pre>
    </section>
  );
}

/** Maps field names and values to those of a platform. Empty entries are sent unchanged. */
export function MappingInput({ value, onChange, id, disabled = false }: MappingInputProps) {
  const mapping = (value ?? {}) as Mapping;
  const rename = (path: string, platformName: string) => {
    const { [path]: _old, ...otherEntries } = mapping;
    onChange?.(platformName.trim() ? { ...otherEntries, [path]: platformName.trim() } : otherEntries);
  };
  const recode = (path: string, codes: readonly CodePair[]) => {
    const otherPairs = Object.entries(mapping).filter(([key]) => !key.startsWith(`${path}=`));
    onChange?.(
      Object.fromEntries([
        ...otherPairs,
        ...codes.map(({ ownValue, platformValue }) => [codeKey(path, ownValue.trim()), platformValue.trim()] as const),
      ]),
    );
  };
  return (
    <div id={id} className={styles.mappingBox}>
      <table className={styles.mapping}>
        <thead>
          <tr>
            <th scope="col">本系统字段</th>
            <th scope="col">平台名称</th>
            <th scope="col">代码（本系统值 → 平台代码）、换算（单位 → 系数）</th>
          </tr>
        </thead>
        <tbody>
          {mappableFields.map((field) => {
            const { path, label, coded } = field;
            return (
              <tr key={path}>
                <td title={path}>{label}</td>
                <td>
                  <Input
                    size="small"
                    disabled={disabled}
                    aria-label={`${label}的平台名称`}
                    placeholder={path.split('.').at(-1) ?? path}
                    value={mapping[path] ?? ''}
                    onChange={(event) => rename(path, event.target.value)}
                  />
                </td>
                <td>
                  {(coded || field.factored) && (
                    <CodeLines
                      field={field}
                      codes={codesOf(mapping, path)}
                      disabled={disabled}
                      onChange={(codes) => recode(path, codes)}
                    />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <PayloadPreview mapping={mapping} />
    </div>
  );
}
