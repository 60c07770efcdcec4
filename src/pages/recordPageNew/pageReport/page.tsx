import { RecordsPage } from '@/features/records/RecordsPage';

export default function RecordPageNewReport() {
  return <RecordsPage title="原始记录" />;
}
