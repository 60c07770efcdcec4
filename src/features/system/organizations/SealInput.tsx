import { FileInput } from '@/fields/upload/FileInput';
import { organization } from '@contract/features/system/entities/organization';

interface SealInputProps {
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly id?: string;
}

/** Input of 检测专用章. A scan of a seal is printed on a page, so that its paper is removed before it is stored. */
export const SealInput = ({ value, onChange, ...rest }: SealInputProps) => (
  <FileInput
    {...rest}
    field={organization.fields.seal}
    value={typeof value === 'string' ? value : null}
    onChange={(file) => onChange?.(file)}
    onPaper
  />
);
