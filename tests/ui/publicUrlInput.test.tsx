import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { PublicUrlInput } from '@/features/system/organizations/PublicUrlInput';
import { publicUrlTexts } from '@contract/features/publicity/publicity';

function Held({ first }: { first: string | null }) {
  const [value, setValue] = useState<unknown>(first);
  return <PublicUrlInput id="publicUrl" value={value} onChange={setValue} />;
}

it('SEC-14: offers the address of the very page where none is written, and takes it', () => {
  render(<Held first={null} />);
  fireEvent.click(screen.getByRole('button', { name: publicUrlTexts.takeThis(window.location.origin) }));
  expect(screen.getByRole('textbox')).toHaveValue(window.location.origin);
  expect(screen.queryByRole('button')).toBeNull();
});

it('offers nothing where one is written', () => {
  render(<Held first="https://lab.example.com" />);
  expect(screen.getByRole('textbox')).toHaveValue('https://lab.example.com');
  expect(screen.queryByRole('button')).toBeNull();
});
