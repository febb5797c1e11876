import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LinkTabs, type LinkTabsProps } from '#web/components/page/link-tabs.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader, type PageHeaderProps } from '#web/components/page/page-header.tsx';
import { ListTable, type ListTableProps } from './list-table.tsx';

interface ListPageProps<Row> extends Omit<PageHeaderProps, 'children'>, Omit<ListTableProps<Row>, 'label'> {
  /** The name of the rows; the title if absent. */
  label?: string;
  tabs?: LinkTabsProps;
  /** Between the header and the table. */
  above?: ReactNode;
  /** Dialogs of the page. */
  children?: ReactNode;
}

/** A page that is a list: its header, its tabs and its table. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const {
    title,
    description,
    badge,
    primary,
    secondary,
    label = title,
    // A title that does not name the rows does not count them.
    count = label === title && props.problem === undefined ? (props.total ?? props.list.count) : undefined,
    tabs,
    above,
    children,
    ...table
  } = props;
  return (
    <Page endsWithTable>
      <PageHeader title={title} {...{ count, description, badge, primary, secondary }}>
        {tabs && (
          <Flex direction="column" mt="2">
            <LinkTabs {...tabs} />
          </Flex>
        )}
      </PageHeader>
      {above}
      <ListTable<Row> label={label} {...table} />
      {children}
    </Page>
  );
}
