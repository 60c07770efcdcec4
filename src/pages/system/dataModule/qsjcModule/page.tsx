import { qsjcModule } from '@contract/features/library/entities/qsjcModule';
import { TemplateList } from '@/templates/TemplateList';

export default function QsjcModulePage() {
  return <TemplateList entity={qsjcModule} />;
}
