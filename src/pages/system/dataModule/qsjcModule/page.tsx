import { TemplateList } from '@/features/library/templates/TemplateList';
import { qsjcModule } from '@contract/features/library/entities/qsjcModule';

export default function QsjcModulePage() {
  return <TemplateList entity={qsjcModule} />;
}
