import { useNavigate } from 'react-router-dom';
import {
  ClassCell,
  ContactCell,
  detailAddress,
  ExceedingCell,
  LevelCell,
  RiskSource,
  UnitCell,
} from '@/features/risk/riskCells';
import { definePage, ListEditor } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { unitRisk } from '@contract/features/risk/entities/unitRisk';
import { riskTexts } from '@contract/features/risk/riskTexts';

const page = definePage({
  entity: unitRisk,
  url: 'api/risk',
  exportTitle: '风险',
  columns: [
    'unitName',
    'riskClass',
    'posts',
    'exceeding',
    'exposureLevel',
    'contactLevel',
    'exposedCount',
    'on',
    'code',
  ],
  filters: ['riskClass', 'hasExceeding', 'on'],
  widths: { unitName: 230, riskClass: 100, exposureLevel: 214, contactLevel: 116, code: 116 },
  sort: 'on,desc',
  abilities: [],
  empty: riskTexts.empty,
  cells: {
    unitName: UnitCell,
    riskClass: ClassCell,
    exceeding: ExceedingCell,
    exposureLevel: LevelCell,
    contactLevel: ContactCell,
  },
  slots: { aboveList: RiskSource },
});

/** 风险: each unit by its newest project with approved records. */
export default function RiskPage() {
  const navigate = useNavigate();
  const open = ({ id, unitName }: AnyRow) => void navigate(detailAddress(id, String(unitName)));
  return <ListEditor page={page} onOpenShowsAllFields onOpen={open} />;
}
