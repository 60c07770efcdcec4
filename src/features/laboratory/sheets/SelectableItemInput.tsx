import { Button, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { useFoundOptions } from '@/fields/useFoundOptions';
import { clearable } from '@/lib/clearableInput';
import { useCan } from '@/session/useCan';
import { type UsedEntity, type SelectableOption, itemFitnessTexts } from '@contract/features/stock/itemFitness';
import { fetchSelectable, type ItemPurpose } from './selectableOptions';
import styles from './itemRef.module.css';

interface ItemSelectProps {
  readonly entityName: UsedEntity;
  readonly label: string;
  /** Date of the test, `YYYY-MM-DD`; today without a date. */
  readonly onDay?: string | null | undefined;
  /** Use for which the options must be suitable. */
  readonly purpose?: ItemPurpose | null | undefined;
  readonly ids: readonly number[];
  readonly onChange: (ids: number[]) => void;
  readonly multiple: boolean;
  readonly id?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** True if the form already shows an error, so that no warning is added. */
  readonly isRefused?: boolean | undefined;
}

interface SelectOption {
  readonly value: number;
  readonly label: string;
  readonly disabled: boolean;
  readonly option: SelectableOption;
}

const optionText = ({ data: { option } }: { readonly data: SelectOption }) => (
  <div className={styles.option} title={option.unusable ?? option.detail}>
    <span>{option.name}</span>
    <small className={option.unusable ? styles.unusable : styles.detail}>{option.unusable ?? option.detail}</small>
  </div>
);

// A button that keeps the focus in the select, which would otherwise not reload its options.
const LiftExpiryButton = ({ onLift }: { readonly onLift: () => void }) => (
  <div
    className={styles.lift}
    onMouseDown={(event) => {
      event.preventDefault();
      event.stopPropagation();
    }}
  >
    <Button type="link" size="small" onClick={onLift}>
      {itemFitnessTexts.offerUnfit}
    </Button>
  </div>
);

/**
 * Select of things with an expiry date. Options that are not allowed on the date show the reason. People with the
 * permission to override can enable them.
 */
function ItemSelect({
  entityName,
  label,
  onDay,
  purpose,
  ids,
  onChange,
  multiple,
  id,
  disabled,
  isRefused,
}: ItemSelectProps) {
  const [open, setOpen] = useState(false);
  const [lifted, setLifted] = useState(false);
  const mayOverride = useCan(['nonconformity:add']);
  const usableOn = onDay ?? null;
  const {
    options,
    known: knownOptions,
    search,
    forget,
  } = useFoundOptions({
    queryKey: ['options', entityName, 'selectable', usableOn, purpose ?? null],
    fetch: (query, signal) => fetchSelectable(entityName, { ...query, on: usableOn, use: purpose ?? null }, signal),
    ids,
    open,
  });
  const unusable = ids.flatMap((optionId) => knownOptions.get(optionId)?.unusable ?? []);
  const liftable = mayOverride && !lifted && options.some((option) => option.unusable && !option.misfit);
  const withLift = (menu: ReactElement) => (
    <>
      {menu}
      {liftable && <LiftExpiryButton onLift={() => setLifted(true)} />}
    </>
  );
  return (
    <>
      <Select<number | number[], SelectOption>
        {...(id ? { id } : {})}
        {...(multiple ? { mode: 'multiple' as const } : {})}
        {...(unusable.length ? { status: 'warning' as const } : {})}
        disabled={disabled ?? false}
        {...search}
        allowClear={clearable}
        style={{ width: '100%' }}
        value={multiple ? [...ids] : ids[0]}
        options={options.map((option) => ({
          value: option.id,
          label: option.name,
          disabled: option.unusable !== null && (option.misfit === true || !lifted) && !ids.includes(option.id),
          option,
        }))}
        optionRender={optionText}
        popupMatchSelectWidth={false}
        popupRender={withLift}
        onOpenChange={(next) => {
          setOpen(next);
          if (next) return;
          forget();
          setLifted(false);
        }}
        onChange={(next) => onChange(next === undefined || next === null ? [] : Array.isArray(next) ? next : [next])}
        placeholder={`请选择${label}`}
        aria-label={label}
      />
      {!isRefused &&
        unusable.map((message) => (
          <div key={message} className={styles.warning} role="status">
            {message}
          </div>
        ))}
    </>
  );
}

interface ItemInputProps {
  readonly entityName: UsedEntity;
  readonly label: string;
  readonly onDay?: string | null | undefined;
  readonly purpose?: ItemPurpose | null | undefined;
  readonly id?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly isRefused?: boolean | undefined;
}

/** Select of one 仪器 or 标准物质. Fits a `Form.Item` and the `inputs` of a page. */
export function SelectableItemInput({
  value,
  onChange,
  ...rest
}: ItemInputProps & {
  readonly value?: number | null | undefined;
  readonly onChange?: ((value: number | null) => void) | undefined;
}) {
  return (
    <ItemSelect
      {...rest}
      multiple={false}
      ids={typeof value === 'number' ? [value] : []}
      onChange={([chosenId]) => onChange?.(chosenId ?? null)}
    />
  );
}

/** Select of several 试剂. */
export function SelectableItemsInput({
  value,
  onChange,
  ...rest
}: ItemInputProps & {
  readonly value?: readonly number[] | null | undefined;
  readonly onChange?: ((value: number[]) => void) | undefined;
}) {
  return <ItemSelect {...rest} multiple ids={value ?? []} onChange={(ids) => onChange?.(ids)} />;
}
