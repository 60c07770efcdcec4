import { Button } from 'antd';
import { TextInput } from '@/fields/textInputs';
import { publicUrlTexts } from '@contract/features/publicity/publicityWire';
import { organization } from '@contract/features/system/entities/organization';

interface PublicUrlInputProps {
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly id?: string;
}

/**
 * Input of 对外网址. If it is empty, it offers the address of this page, which others in the organization use, too.
 */
export function PublicUrlInput({ value, onChange, ...rest }: PublicUrlInputProps) {
  const { origin } = window.location;
  const savedUrl = typeof value === 'string' ? value : null;
  return (
    <>
      <TextInput
        {...rest}
        field={organization.fields.publicUrl}
        value={savedUrl}
        onChange={(text) => onChange?.(text)}
      />
      {!savedUrl && (
        <Button type="link" size="small" onClick={() => onChange?.(origin)}>
          {publicUrlTexts.takeThis(origin)}
        </Button>
      )}
    </>
  );
}
