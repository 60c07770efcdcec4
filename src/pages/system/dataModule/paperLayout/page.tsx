import { TemplateList } from '@/features/library/templates/TemplateList';
import { paperLayout } from '@contract/features/library/entities/paperLayout';

/** 自定义版式: an organization's own layouts of papers. */
export default function PaperLayoutPage() {
  return <TemplateList entity={paperLayout} />;
}
