import { RecordsPage } from '@/projects/records/RecordsPage';

export default function RecordPageNewReport() {
  return <RecordsPage title="原始记录" />;
}
