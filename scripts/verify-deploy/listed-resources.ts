/** Their ids are the same in each stack: a part of an API, the account's setting for logs, and a note of CDK. */
const WITHOUT_OWN_ID = ['AWS::ApiGatewayV2::Stage', 'AWS::ApiGateway::Account', 'AWS::CDK::Metadata'];

/** All answers of a call whose answer is cut into pages. `call` gets the token of each page but the first. */
export async function everyPage(call: (NextToken: string | undefined) => Promise<string>): Promise<string[]> {
  const pages: string[] = [];
  let token: string | undefined;
  do {
    const page = await call(token);
    pages.push(page);
    [token] = valuesOf(page, 'NextToken');
  } while (token);
  return pages;
}

/** The resources in an answer of ListStackResources, by type and physical id. One that has no id yet is left out. */
export const resourcesIn = (xml: string): string[] =>
  valuesOf(xml, 'member').flatMap((member) => {
    const [type] = valuesOf(member, 'ResourceType');
    const [id] = valuesOf(member, 'PhysicalResourceId');
    return type && id && !WITHOUT_OWN_ID.includes(type) ? [`${type} ${id}`] : [];
  });

/** The contents of each element of this name. */
export const valuesOf = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, value]) => value!);
