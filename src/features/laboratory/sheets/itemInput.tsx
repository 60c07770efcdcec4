import { Form } from 'antd';
import { useMemo } from 'react';
import type { FieldInput, FieldInputProps } from '@/fields/fieldInputTypes';
import { todayText } from '@/lib/dateTexts';
import type { RefField, RefsField } from '@contract/field';
import { SelectableItemInput, SelectableItemsInput } from './SelectableItemInput';
import type { ItemPurpose } from './selectableOptions';

/** Returns the date typed in the form's field, before it is saved; today if there is none. */
export function useTypedDay(field: string): string {
  const form = Form.useFormInstance<Record<string, unknown>>();
  const typedText = (Form.useWatch(field, form) ?? form.getFieldValue(field)) as string | null | undefined;
  return typedText ?? todayText();
}

/**
 * Returns an input of a head. Options expired on the date in its field `day`, or meant for another method or hazard,
 * can't be chosen. Another instrument can be chosen if the field `instrumentReason` gives a reason.
 */
export function itemInput(
  to: 'equipment' | 'standard',
  label: string,
  day: string,
  use: Pick<ItemPurpose, 'hazard'> & { readonly methodKind: string | null },
): FieldInput {
  const { hazard } = use;
  const methodKind = use.methodKind ?? '';
  function ItemInput({ value, onChange, id, disabled }: FieldInputProps<RefField, number>) {
    const isRefused = Form.Item.useStatus().status === 'error';
    const form = Form.useFormInstance<Record<string, unknown>>();
    const reason = Form.useWatch('instrumentReason', form) as string | null | undefined;
    const allowsAny = Boolean(reason?.trim());
    const fitting = useMemo(() => ({ methodKind, hazard, any: allowsAny }), [allowsAny]);
    return (
      <SelectableItemInput
        entityName={to}
        label={label}
        purpose={fitting}
        onDay={useTypedDay(day)}
        value={value}
        onChange={onChange}
        id={id}
        disabled={disabled}
        isRefused={isRefused}
      />
    );
  }
  return ItemInput as unknown as FieldInput;
}

/** Select of several 试剂. */
export function reagentsInput(label: string, day: string): FieldInput {
  function ReagentsInput({ value, onChange, id, disabled }: FieldInputProps<RefsField, number[]>) {
    const isRefused = Form.Item.useStatus().status === 'error';
    return (
      <SelectableItemsInput
        entityName="reagent"
        label={label}
        onDay={useTypedDay(day)}
        value={value}
        onChange={onChange}
        id={id}
        disabled={disabled}
        isRefused={isRefused}
      />
    );
  }
  return ReagentsInput as unknown as FieldInput;
}
