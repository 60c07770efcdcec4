import { Segmented } from 'antd';

const views = [
  { value: 'matrix', label: '授权表' },
  { value: 'list', label: '授权记录' },
] as const;

export type AuthorisationView = (typeof views)[number]['value'];

/** Style of a drawer's body that the table of authorisations fills. */
export const matrixBody = { display: 'flex', flexDirection: 'column', gap: 8, overflow: 'hidden' } as const;

interface ViewChoiceProps {
  readonly view: AuthorisationView;
  readonly onChange: (view: AuthorisationView) => void;
}

/** Choice between the table and the list of authorisations. */
export const ViewChoice = ({ view, onChange }: ViewChoiceProps) => (
  <Segmented aria-label="显示方式" options={[...views]} value={view} onChange={onChange} />
);
