import { RecordsPage } from '@/features/records/RecordsPage';

export default function RecordPageReport() {
  return <RecordsPage title="原始记录" />;
}
