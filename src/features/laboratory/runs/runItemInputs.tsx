import { Form } from 'antd';
import type { ComponentType } from 'react';
import type { FieldInputProps } from '@/fields/fieldInputTypes';
import type { InputProps } from '@/listEditor';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import type { RefField } from '@contract/field';
import { useTypedDay } from '../sheets/itemInput';
import { SelectableItemInput } from '../sheets/SelectableItemInput';

/** Returns an input of a run that shows names and numbers. Options expired on the day of the run can't be chosen. */
function runItemInput(to: 'equipment' | 'standard', label: string): ComponentType<InputProps> {
  function RunItemInput({ value, onChange, id, disabled }: FieldInputProps<RefField, number>) {
    const isRefused = Form.Item.useStatus().status === 'error';
    return (
      <SelectableItemInput
        entityName={to}
        label={label}
        onDay={useTypedDay('runDate')}
        value={value}
        onChange={onChange}
        id={id}
        disabled={disabled}
        isRefused={isRefused}
      />
    );
  }
  return RunItemInput as unknown as ComponentType<InputProps>;
}

/** Inputs of the form of a run. */
export const runItemInputs = {
  instrument: runItemInput('equipment', labRun.fields.instrument.label),
  standard: runItemInput('standard', labRun.fields.standard.label),
};
