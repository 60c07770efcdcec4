import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { PublicUrlInput } from '@/features/system/organizations/PublicUrlInput';
import { publicUrlTexts } from '@contract/features/publicity/publicityWire';

function Held({ first }: { first: string | null }) {
  const [value, setValue] = useState<unknown>(first);
  return <PublicUrlInput id="publicUrl" value={value} onChange={setValue} />;
}

it('the empty field for the public address offers this page’s address, 1 click to take it (SEC-14)', () => {
  render(<Held first={null} />);
  fireEvent.click(screen.getByRole('button', { name: publicUrlTexts.takeThis(window.location.origin) }));
  expect(screen.getByRole('textbox')).toHaveValue(window.location.origin);
  expect(screen.queryByRole('button')).toBeNull();
});

it('the field for the public address offers nothing if it has a value', () => {
  render(<Held first="https://lab.example.com" />);
  expect(screen.getByRole('textbox')).toHaveValue('https://lab.example.com');
  expect(screen.queryByRole('button')).toBeNull();
});
