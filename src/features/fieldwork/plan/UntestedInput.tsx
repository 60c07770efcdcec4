import { Button, Input, Select } from 'antd';
import { inputs } from '@/fields/inputs';
import type { FieldInputProps } from '@/fields/kind';
import type { NotTested } from '@contract/features/fieldwork/plan/notTested';
import {
  type Untested,
  type UntestedMap,
  untestedOf,
  type UntestedReason,
  untestedReasons,
  untestedText,
  withUntested,
} from '@contract/features/fieldwork/plan/untested';
import { date, type KeyedField } from '@contract/field';
import styles from './details.module.css';

const DayInput = inputs.date;
const refusedOn = date('日期');
const mostNote = 200;
const mostName = 50;

interface ReasonLineProps {
  readonly name: string;
  readonly said: Untested;
  readonly onChange: (said: Untested) => void;
}

/** Inputs for day and person of the client's refusal. */
function Refusal({ name, said, onChange }: ReasonLineProps) {
  const day = {
    value: said.on ?? null,
    'aria-label': `${name}：客户不同意的日期`,
    onChange: (on: string | null) => onChange({ ...said, on: on ?? '' }),
  };
  return (
    <>
      <DayInput field={refusedOn as never} {...(day as object)} />
      <Input
        aria-label={`${name}：客户方姓名`}
        placeholder="客户方姓名"
        value={said.by ?? ''}
        maxLength={mostName}
        onChange={({ target }) => onChange({ ...said, by: target.value })}
      />
    </>
  );
}

/** Reasons of one hazard, and a note for reasons that are not in the list. */
function ReasonLine(props: ReasonLineProps) {
  const { name, said, onChange } = props;
  const { reasons } = said;
  return (
    <div className={styles.untested}>
      <span>{name}</span>
      <Select<UntestedReason[]>
        mode="multiple"
        aria-label={`${name}：不检测的原因`}
        placeholder="请选择原因"
        value={[...reasons]}
        options={untestedReasons.map(({ value, label }) => ({ value, label }))}
        onChange={(chosen) => onChange({ ...said, reasons: chosen })}
      />
      {reasons.includes('refused') && <Refusal {...props} />}
      {reasons.length > 0 && (
        <Input
          aria-label={`${name}：说明`}
          placeholder={reasons.includes('other') ? '请填写原因' : '补充说明'}
          value={said.note ?? ''}
          maxLength={mostNote}
          onChange={({ target }) => onChange({ ...said, note: target.value })}
        />
      )}
    </div>
  );
}

/** Returns an input with a choice of reasons for each hazard that the plan does not test. */
export function untestedInput(hazards: readonly NotTested[], locked: boolean) {
  return function UntestedInput({ value, onChange }: FieldInputProps<KeyedField, UntestedMap>) {
    if (!hazards.length) return <span className={styles.none}>调查的因素都已编入方案</span>;
    const open = hazards.filter(({ hazard, reasons }) => reasons.length && !untestedOf(value, hazard).reasons.length);
    const take = () =>
      onChange?.(open.reduce<UntestedMap>((map, { hazard, ...said }) => withUntested(map, hazard, said), value ?? {}));
    return (
      <div>
        {hazards.map(({ hazard, name }) => (
          <ReasonLine
            key={hazard}
            name={name}
            said={untestedOf(value, hazard)}
            onChange={(said) => onChange?.(withUntested(value, hazard, said))}
          />
        ))}
        {!locked && open.length > 0 && (
          <Button size="small" onClick={take} title={open.map((one) => `${one.name}：${untestedText(one)}`).join('\n')}>
            采用资料库给出的原因（{open.length}项）
          </Button>
        )}
      </div>
    );
  };
}
