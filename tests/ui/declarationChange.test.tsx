import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ChangeDeclarationDialog } from '@/features/platforms/declaration/ChangeDeclarationDialog';

const nothing = () => undefined;

it.each([
  ['ticked, if the version was filled from another project', '2026DQ0001', true],
  ['unticked, if the version was filled from it', '2026DQ0002', false],
] as const)(
  'the change dialog of a declaration offers refilling from the survey %s',
  async (_words, sourceProjectNo, checked) => {
    render(
      <ChangeDeclarationDialog
        id={7}
        surveyedProjectNo="2026DQ0002"
        sourceProjectNo={sourceProjectNo}
        onClose={nothing}
        onChanged={nothing}
      />,
    );
    const refill = await screen.findByRole('checkbox', { name: /按项目2026DQ0002的现场调查重新填写/ });
    expect((refill as HTMLInputElement).checked).toBe(checked);
  },
);
