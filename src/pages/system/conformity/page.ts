import { download, downloadName } from '@/api/download';
import { GapCell, PageCell, ConformitySource } from '@/features/conformity/conformityCells';
import { defineAction, definePage } from '@/listEditor';
import { conformityTexts } from '@contract/features/conformity/conformityTexts';
import { clauseLine } from '@contract/features/conformity/entities/clauseLine';
import { permissionOf } from '@contract/permissions';

/** 规范符合性: each requirement of GBZ 331-2024, how it is met, and the organization's evidence and gaps. */
export default definePage({
  entity: clauseLine,
  url: 'api/conformity',
  columns: ['demand', 'clause', 'state', 'how', 'pageTitle', 'evidence', 'newest', 'gaps', 'test'],
  filters: ['state', 'clause', 'gaps'],
  widths: {
    demand: 280,
    clause: 120,
    state: 96,
    how: 320,
    pageTitle: 130,
    evidence: 150,
    newest: 110,
    gaps: 230,
    test: 260,
  },
  sort: 'id,asc',
  abilities: [],
  cells: { pageTitle: PageCell, gaps: GapCell },
  slots: { aboveList: ConformitySource },
  actions: [
    defineAction({
      key: 'print',
      label: conformityTexts.print,
      place: 'toolbar',
      permission: [permissionOf(clauseLine, 'list')],
      run: () => download(`${clauseLine.path}/pdf`, {}, downloadName(conformityTexts.title, 'pdf')),
    }),
  ],
});
