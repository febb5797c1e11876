"""Starts MiniStack with IAM enforced for the portal's roles, and with the three condition keys of theirs that MiniStack 1.5 does not know."""

import contextvars
import json
import re

from ministack import app
from ministack.core import iam_actions, iam_evaluator, lambda_runtime
from ministack.services import lambda_svc, sts

LEADING_KEYS = "dynamodb:LeadingKeys"
FROM_ADDRESS = "ses:FromAddress"
SOURCE_FUNCTION = "lambda:SourceFunctionArn"
MEMBERS = {"Put": "Item", "Update": "Key", "Delete": "Key", "ConditionCheck": "Key", "Get": "Key"}
PARTITION_KEY = "pk"

original_context = iam_actions.dynamodb_service_context
original_checks = iam_actions.dynamodb_transaction_checks
original_arn = iam_actions.extract_resource_arn
original_enforce = iam_evaluator.enforce
original_enforce_ses = app._enforce_ses_v2
original_live_worker = lambda_runtime.get_or_create_worker
sender = contextvars.ContextVar("sender", default=None)


class KeyedArn(str):
    """The ARN of a table, with the partition key of one action of a transaction."""

    key = ""


def parsed(body):
    try:
        return json.loads(body or b"{}")
    except ValueError:
        return {}


def partition_key(item):
    return item[PARTITION_KEY]["S"]


def leading_keys(call):
    """The partition keys that a call outside of a transaction names."""
    if "KeyConditionExpression" in call:
        value = re.search(r"=\s*(:\w+)", call["KeyConditionExpression"]).group(1)
        return [call["ExpressionAttributeValues"][value]["S"]]
    if "RequestItems" in call:
        requests = [request for table in call["RequestItems"].values() for request in table_requests(table)]
        return [partition_key(request) for request in requests]
    item = call.get("Key") or call.get("Item")
    return [partition_key(item)] if item else []


def table_requests(table):
    if isinstance(table, dict):
        return table["Keys"]
    return [write.get("PutRequest", {}).get("Item") or write["DeleteRequest"]["Key"] for write in table]


def context(body):
    call = parsed(body)
    keys = leading_keys(call) if "TransactItems" not in call else []
    return {**original_context(body), **({LEADING_KEYS: keys} if keys else {})}


def transaction_checks(action, body, region, account):
    checks = original_checks(action, body, region, account)
    items = parsed(body).get("TransactItems", [])
    actions = [(member, item[member]) for item in items for member in MEMBERS if member in item]
    keyed = []
    for (item_action, arn), (member, detail) in zip(checks, actions, strict=True):
        keyed_arn = KeyedArn(arn)
        keyed_arn.key = partition_key(detail[MEMBERS[member]])
        keyed.append((item_action, keyed_arn))
    return keyed


def resource_arn_of(service, method, path, headers, body, params, region, account):
    """
    MiniStack names each schedule as one of the default group, and no identity of the sender of a mail. Its templates name a secret by its
    name, those of AWS by its ARN.
    """
    if service == "ses" and (address := parsed(body).get("FromEmailAddress")):
        return f"arn:aws:ses:{region}:{account}:identity/{address}"
    if service == "secretsmanager":
        return parsed(body).get("SecretId", "*")
    arn = original_arn(service, method, path, headers, body, params, region, account)
    if service != "scheduler":
        return arn
    group = parsed(body).get("GroupName") or params.get("groupName") or "default"
    return arn.replace(":schedule/default/", f":schedule/{group[0] if isinstance(group, list) else group}/")


def is_of_portal(access_key):
    """Roles are named after their stack. CDK's own roles only deploy."""
    session = sts._sessions.get(access_key or "") or {}
    return ":assumed-role/watchkeep-" in session.get("Arn", "")


def function_of(access_key, region):
    """The function whose code makes a call: MiniStack names the session of a function after it."""
    *_, account, role = sts._sessions[access_key]["Arn"].split(":")
    return f"arn:aws:lambda:{region}:{account}:function:{role.rsplit('/', 1)[-1]}"


def enforce(access_key, action, service, region, resource_arn="*", service_context=None):
    # The emulator is called without TLS, which policies of queues refuse.
    address, _ = iam_evaluator._request_origin.get()
    iam_evaluator._request_origin.set((address, True))
    if not is_of_portal(access_key):
        return None
    keys = dict(service_context or {})
    keys[SOURCE_FUNCTION] = function_of(access_key, region)
    if isinstance(resource_arn, KeyedArn):
        keys[LEADING_KEYS] = [resource_arn.key]
    if service == "sesv2" and sender.get():
        keys[FROM_ADDRESS] = sender.get()
    return original_enforce(access_key, action, service, region, resource_arn=resource_arn, service_context=keys)


def enforce_ses(method, path, headers, body, query_params, request_id):
    token = sender.set(parsed(body).get("FromEmailAddress"))
    try:
        return original_enforce_ses(method, path, headers, body, query_params, request_id)
    finally:
        sender.reset(token)


class LoggedWorker:
    def __init__(self, worker):
        self.worker = worker

    def invoke(self, event, request_id):
        result = self.worker.invoke(event, request_id)
        failed = result["status"] == "error"
        lambda_svc._emit_lambda_logs(self.worker.config, request_id, result.get("log") or "", failed, 0)
        return result


def live_worker(*arguments, **options):
    """Only WebSocket APIs run functions in this way. MiniStack keeps no logs of these functions."""
    return LoggedWorker(original_live_worker(*arguments, **options))


lambda_runtime.get_or_create_worker = live_worker
iam_actions.dynamodb_service_context = context
iam_actions.dynamodb_transaction_checks = transaction_checks
iam_actions.extract_resource_arn = resource_arn_of
iam_evaluator.enforce = enforce
app._enforce_ses_v2 = enforce_ses

if __name__ == "__main__":
    app.main()
