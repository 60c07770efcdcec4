import { Button, Input, Select } from 'antd';
import { inputs } from '@/fields/fieldInputs';
import type { FieldInputProps } from '@/fields/fieldInputTypes';
import type { UntestedHazard } from '@contract/features/fieldwork/plan/notTested';
import {
  type UntestedReasons,
  type UntestedMap,
  untestedOf,
  type UntestedReason,
  untestedReasons,
  untestedText,
  withUntested,
} from '@contract/features/fieldwork/plan/untestedHazards';
import { date, type KeyedField } from '@contract/field';
import styles from './details.module.css';

const DayInput = inputs.date;
const on = date('日期');
const maxNote = 200;
const maxName = 50;

interface ReasonLineProps {
  readonly name: string;
  readonly reasons: UntestedReasons;
  readonly onChange: (givenReasons: UntestedReasons) => void;
}

/** Inputs for day and person of the client's refusal. */
function Refusal({ name, reasons, onChange }: ReasonLineProps) {
  const day = {
    value: reasons.on ?? null,
    'aria-label': `${name}：客户不同意的日期`,
    onChange: (on: string | null) => onChange({ ...reasons, on: on ?? '' }),
  };
  return (
    <>
      <DayInput field={on as never} {...(day as object)} />
      <Input
        aria-label={`${name}：客户方姓名`}
        placeholder="客户方姓名"
        value={reasons.by ?? ''}
        maxLength={maxName}
        onChange={({ target }) => onChange({ ...reasons, by: target.value })}
      />
    </>
  );
}

/** Reasons of one hazard, and a note for reasons that are not in the list. */
function ReasonLine(props: ReasonLineProps) {
  const { name, reasons: untested, onChange } = props;
  const { reasons } = untested;
  return (
    <div className={styles.untested}>
      <span>{name}</span>
      <Select<UntestedReason[]>
        mode="multiple"
        aria-label={`${name}：不检测的原因`}
        placeholder="请选择原因"
        value={[...reasons]}
        options={untestedReasons.map(({ value, label }) => ({ value, label }))}
        onChange={(chosenReasons) => onChange({ ...untested, reasons: chosenReasons })}
      />
      {reasons.includes('refused') && <Refusal {...props} />}
      {reasons.length > 0 && (
        <Input
          aria-label={`${name}：说明`}
          placeholder={reasons.includes('other') ? '请填写原因' : '补充说明'}
          value={untested.note ?? ''}
          maxLength={maxNote}
          onChange={({ target }) => onChange({ ...untested, note: target.value })}
        />
      )}
    </div>
  );
}

/** Returns an input with a choice of reasons for each hazard that the plan does not test. */
export function untestedInput(hazards: readonly UntestedHazard[], isLocked: boolean) {
  return function UntestedInput({ value, onChange }: FieldInputProps<KeyedField, UntestedMap>) {
    if (!hazards.length) return <span className={styles.none}>调查的因素都已编入方案</span>;
    const openUntestedHazards = hazards.filter(
      ({ hazard, reasons }) => reasons.length && !untestedOf(value, hazard).reasons.length,
    );
    const adoptProposals = () =>
      onChange?.(
        openUntestedHazards.reduce<UntestedMap>(
          (map, { hazard, ...said }) => withUntested(map, hazard, said),
          value ?? {},
        ),
      );
    return (
      <div>
        {hazards.map(({ hazard, name }) => (
          <ReasonLine
            key={hazard}
            name={name}
            reasons={untestedOf(value, hazard)}
            onChange={(reason) => onChange?.(withUntested(value, hazard, reason))}
          />
        ))}
        {!isLocked && openUntestedHazards.length > 0 && (
          <Button
            size="small"
            onClick={adoptProposals}
            title={openUntestedHazards.map((entry) => `${entry.name}：${untestedText(entry)}`).join('\n')}
          >
            采用资料库给出的原因（{openUntestedHazards.length}项）
          </Button>
        )}
      </div>
    );
  };
}
