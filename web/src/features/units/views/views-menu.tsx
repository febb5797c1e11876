import { Button, Menu, Portal } from '@chakra-ui/react';
import { Bookmark, ChevronDown, Save, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { units } from '#core/units/contract.ts';
import { type View, viewParametersOf } from '#core/units/views.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { paths } from '#web/lib/page/paths.ts';
import { ManageViewsDialog } from './manage-views-dialog.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';

/** The address of a view. */
const viewHref = ({ parameters }: Pick<View, 'parameters'>) => paths.units(parameters);

/** The saved views of the unit list. They are read when the menu opens first. */
export function ViewsMenu() {
  const [wasOpened, setOpened] = useState(false);
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const { data, error } = useEndpoint(units.views, wasOpened ? {} : null);
  const { search } = useLocation();
  const parameters = viewParametersOf(new URLSearchParams(search));
  const own = data?.views.filter(({ shared }) => !shared) ?? [];
  const shared = data?.views.filter((view) => view.shared) ?? [];
  const items = (views: readonly View[]) =>
    views.map((view) => (
      <Menu.Item key={view.name} value={`${view.shared ? 'shared' : 'own'} ${view.name}`} asChild>
        <Link to={viewHref(view)}>{view.name}</Link>
      </Menu.Item>
    ));
  return (
    <>
      <Menu.Root lazyMount unmountOnExit onOpenChange={({ open }) => open && setOpened(true)}>
        <Menu.Trigger asChild>
          <Button size="xs" variant="outline" fontWeight="400">
            <Bookmark size={14} aria-hidden />
            Views
            <ChevronDown aria-hidden />
          </Button>
        </Menu.Trigger>
        <Portal>
          <Menu.Positioner>
            <Menu.Content minW="14rem" maxW="22rem" maxH="24rem" overflowY="auto">
              {own.length > 0 && (
                <Menu.ItemGroup>
                  <Menu.ItemGroupLabel>My views</Menu.ItemGroupLabel>
                  {items(own)}
                </Menu.ItemGroup>
              )}
              {shared.length > 0 && (
                <Menu.ItemGroup>
                  <Menu.ItemGroupLabel>Shared views</Menu.ItemGroupLabel>
                  {items(shared)}
                </Menu.ItemGroup>
              )}
              {!data && (
                <Menu.Item value="loading" disabled>
                  {error ? 'The views could not be loaded' : 'Loading…'}
                </Menu.Item>
              )}
              {(own.length > 0 || shared.length > 0) && <Menu.Separator />}
              <Menu.Item value="save" disabled={parameters === undefined} onClick={() => setDialog('save')}>
                <Save size={14} aria-hidden />
                Save this view
              </Menu.Item>
              {(own.length > 0 || shared.length > 0) && (
                <Menu.Item value="manage" onClick={() => setDialog('manage')}>
                  <Settings2 size={14} aria-hidden />
                  Delete views
                </Menu.Item>
              )}
            </Menu.Content>
          </Menu.Positioner>
        </Portal>
      </Menu.Root>
      {dialog === 'save' && parameters && (
        <SaveViewDialog parameters={parameters} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'manage' && <ManageViewsDialog views={data?.views ?? []} onClose={() => setDialog(undefined)} />}
    </>
  );
}
