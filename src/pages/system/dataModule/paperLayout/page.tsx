import { TemplateList } from '@/features/library/templates/TemplateList';
import { paperLayout } from '@contract/features/library/entities/paperLayout';

export default function PaperLayoutPage() {
  return <TemplateList entity={paperLayout} />;
}
