import { Button } from 'antd';
import { TextInput } from '@/fields/text';
import { publicUrlTexts } from '@contract/features/publicity/publicity';
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
  const written = typeof value === 'string' ? value : null;
  return (
    <>
      <TextInput
        {...rest}
        field={organization.fields.publicUrl}
        value={written}
        onChange={(text) => onChange?.(text)}
      />
      {!written && (
        <Button type="link" size="small" onClick={() => onChange?.(origin)}>
          {publicUrlTexts.takeThis(origin)}
        </Button>
      )}
    </>
  );
}
