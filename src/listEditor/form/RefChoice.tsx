import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { serverSupports } from '@/api/client';
import { addableEntities } from '@/fields/addableEntities';
import { RefInput } from '@/fields/referenceInputs';
import { deferredPart } from '@/lib/deferredPart';
import { useCan } from '@/session/useCan';
import type { ChoicesWithin } from '@contract/entity';
import type { RefField } from '@contract/field';
import { permissionOf } from '@contract/permissions';
import type { InputProps } from '../page';
import type { AddRowDialogProps } from './AddRowDialog';

const AddRowDialog = deferredPart<AddRowDialogProps>(async () => (await import('./AddRowDialog')).AddRowDialog);

/** Name that no field has: a reference that depends on no other field watches it. */
const unwatchedField = '__none';

interface RefChoiceProps extends InputProps {
  readonly field: RefField;
  readonly within?: ChoicesWithin | undefined;
}

/** Clears the choice when the parent's value changes: a row of another parent is no valid choice. */
function useClearedWithParent(parentValue: unknown, hasParent: boolean, onChange: InputProps['onChange']): void {
  const formerValue = useRef<unknown>(undefined);
  useEffect(() => {
    if (!hasParent) return;
    if (formerValue.current !== undefined && parentValue !== undefined && formerValue.current !== parentValue)
      onChange?.(null);
    if (parentValue !== undefined) formerValue.current = parentValue;
    // Depends only on the parent's value.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [parentValue]);
}

/**
 * Select of a row in a form. Its options are limited to rows of the same parent (`Entity.within`), and it offers to
 * add a missing row.
 */
export function RefChoice({ field, within, value, onChange, ...rest }: RefChoiceProps) {
  const queryClient = useQueryClient();
  const form = Form.useFormInstance();
  const { to } = field;
  const parentValue: unknown = Form.useWatch(within?.field ?? unwatchedField, { form, preserve: true });
  // Text typed into the select before 新增; null while no row is added.
  const [nameToAdd, setNameToAdd] = useState<string | null>(null);
  const mayAdd = useCan([permissionOf({ name: to }, 'add')]);
  const filterQuery = within ? { [within.as]: typeof parentValue === 'number' ? parentValue : 0 } : undefined;
  useClearedWithParent(parentValue, within !== undefined, onChange);
  const can =
    mayAdd &&
    serverSupports('options') &&
    Object.hasOwn(addableEntities, to) &&
    (!within || typeof parentValue === 'number');
  return (
    <>
      <RefInput
        {...rest}
        field={field}
        value={typeof value === 'number' ? value : null}
        {...(onChange ? { onChange } : {})}
        conditions={filterQuery && { ...filterQuery, ...within?.only }}
        renderFooter={
          can
            ? (typedText) => (
                <Button
                  type="link"
                  size="small"
                  icon={<PlusOutlined />}
                  // Keeps the focus in the select, whose popup would close before the click.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => setNameToAdd(typedText.trim())}
                >
                  新增{field.label}
                </Button>
              )
            : undefined
        }
      />
      <AddRowDialog
        wanted={nameToAdd !== null}
        open={nameToAdd !== null}
        name={nameToAdd ?? ''}
        entityName={to}
        label={field.label}
        values={filterQuery ?? {}}
        onClose={() => setNameToAdd(null)}
        onAdded={(id) => {
          setNameToAdd(null);
          void queryClient.invalidateQueries({ queryKey: ['options', to] });
          onChange?.(id);
        }}
      />
    </>
  );
}
