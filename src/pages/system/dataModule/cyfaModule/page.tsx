import { TemplateList } from '@/features/library/templates/TemplateList';
import { cyfaModule } from '@contract/features/library/entities/cyfaModule';

export default function CyfaModulePage() {
  return <TemplateList entity={cyfaModule} />;
}
