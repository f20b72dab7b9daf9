// A client of Orrery on the Java SDK, with its default settings. client-checks.ts says what it must see.

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.IntStream;

public class Program {
    static final ObjectMapper JSON = new ObjectMapper();
    static final BufferedReader INPUT = new BufferedReader(new InputStreamReader(System.in));
    static final int THREE_PARTITIONS = 18_000;
    static final int KEY_ITEMS = 20;
    /** Writing this much costs what 400 RU/s give in three seconds. */
    static final int THREE_SECONDS_BYTES = 1_900_000;
    static final String[] COLOURS = {"red", "green", "blue"};
    static final Duration CHANGES_MAX = Duration.ofSeconds(60);

    static CosmosDatabase database;
    /** The change feed processor wants this kind of client, and that it is told what it wrote. */
    static CosmosAsyncClient asyncClient;

    interface Check {
        Map<String, Object> run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        trust(Path.of(System.getenv("ORRERY_CERTIFICATE")));
        try (CosmosClient client = builder().buildClient();
                CosmosAsyncClient second = builder().contentResponseOnWriteEnabled(true).buildAsyncClient()) {
            client.createDatabaseIfNotExists("clients");
            database = client.getDatabase("clients");
            asyncClient = second;
            report("create", Program::create);
            report("digits", Program::digits);
            report("items", Program::items);
            report("query", Program::query);
            report("batch", Program::batch);
            report("bulk", Program::bulk);
            report("changes", Program::changes);
            report("splits", Program::splits);
            report("throttle", Program::throttle);
            report("restart", Program::restart);
        }
        System.exit(0);
    }

    static CosmosClientBuilder builder() {
        CosmosClientBuilder builder = new CosmosClientBuilder()
                .endpoint(System.getenv("ORRERY_ENDPOINT"))
                .key(System.getenv("ORRERY_KEY"));
        return System.getenv("ORRERY_MODE").equals("gateway") ? builder.gatewayMode() : builder;
    }

    /** What keytool would do: the certificate becomes the only one that this process trusts. */
    static void trust(Path certificate) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream bytes = Files.newInputStream(certificate)) {
            store.setCertificateEntry("orrery", CertificateFactory.getInstance("X.509").generateCertificate(bytes));
        }
        Path file = certificate.resolveSibling("trusted.p12");
        try (OutputStream bytes = Files.newOutputStream(file)) {
            store.store(bytes, "changeit".toCharArray());
        }
        System.setProperty("javax.net.ssl.trustStore", file.toString());
        System.setProperty("javax.net.ssl.trustStorePassword", "changeit");
    }

    static void report(String name, Check check) throws Exception {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("check", name);
        try {
            facts.putAll(check.run());
        } catch (Throwable failure) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            facts.put("failed", trace.toString());
        }
        print(facts);
    }

    static void print(Map<String, Object> line) throws Exception {
        System.out.println(JSON.writeValueAsString(line));
    }

    static String ask(String what, String container) throws Exception {
        print(Map.of("ask", what, "container", container));
        return INPUT.readLine();
    }

    static int statusOf(Runnable action) {
        try {
            action.run();
            return 200;
        } catch (CosmosException refusal) {
            return refusal.getStatusCode();
        }
    }

    static CosmosContainer newContainer(String id, int throughput) {
        database.createContainer(id, "/pk", ThroughputProperties.createManualThroughput(throughput));
        return database.getContainer(id);
    }

    static ObjectNode item(String id, String key, int n) {
        return JSON.createObjectNode().put("id", id).put("pk", key).put("n", n);
    }

    static List<ObjectNode> items(int first, int end, int keys) {
        return IntStream.range(first, end)
                .mapToObj(i -> item("" + i, "key" + i % keys, i).put("colour", COLOURS[i % 3]))
                .toList();
    }

    static List<Integer> numbersIn(Iterable<? extends JsonNode> items) {
        List<Integer> numbers = new ArrayList<>();
        items.forEach(item -> numbers.add(item.get("n").asInt()));
        numbers.sort(null);
        return numbers;
    }

    static void write(CosmosContainer container, List<ObjectNode> items, int atATime) {
        ExecutorService pool = Executors.newFixedThreadPool(atATime);
        try {
            items.stream()
                    .map(item -> CompletableFuture.runAsync(() -> container.createItem(item), pool))
                    .toList()
                    .forEach(CompletableFuture::join);
        } finally {
            pool.shutdown();
        }
    }

    static <T> List<T> across(CosmosContainer container, SqlQuerySpec query, Class<T> type) {
        List<T> rows = new ArrayList<>();
        container.queryItems(query, new CosmosQueryRequestOptions(), type)
                .iterableByPage(7)
                .forEach(page -> rows.addAll(page.getResults()));
        return rows;
    }

    static List<Integer> ordered(CosmosContainer container) {
        return across(container, new SqlQuerySpec("SELECT VALUE c.n FROM c ORDER BY c.n"), Integer.class);
    }

    static Map<String, Object> create() {
        CosmosContainer container = newContainer("items", THREE_PARTITIONS);
        PartitionKey key = new PartitionKey("x");
        String created = container.createItem(item("a", "x", 1)).getETag();
        int read = container.readItem("a", key, ObjectNode.class).getItem().get("n").asInt();
        int conflict = statusOf(() -> container.createItem(item("a", "x", 1)));
        CosmosItemRequestOptions content = new CosmosItemRequestOptions().setContentResponseOnWriteEnabled(true);
        int replaced = container.replaceItem(item("a", "x", 2), "a", key, content).getItem().get("n").asInt();
        CosmosItemRequestOptions ifMatch = new CosmosItemRequestOptions().setIfMatchETag(created);
        int stale = statusOf(() -> container.replaceItem(item("a", "x", 9), "a", key, ifMatch));
        CosmosPatchItemRequestOptions patchContent = new CosmosPatchItemRequestOptions();
        patchContent.setContentResponseOnWriteEnabled(true);
        CosmosPatchOperations increment = CosmosPatchOperations.create().increment("/n", 1);
        int patched = container.patchItem("a", key, increment, patchContent, ObjectNode.class)
                .getItem().get("n").asInt();
        container.deleteItem("a", key, new CosmosItemRequestOptions());
        int deleted = statusOf(() -> container.readItem("a", key, ObjectNode.class));
        return Map.of("read", read, "replaced", replaced, "patched", patched,
                "conflict", conflict, "stale", stale, "deleted", deleted);
    }

    static Map<String, Object> digits() {
        CosmosContainer container = database.getContainer("items");
        PartitionKey key = new PartitionKey("x");
        ObjectNode item = item("d", "x", 1).put("near", 9007199254740993L).put("most", Long.MAX_VALUE);
        container.createItem(item);
        List<String> read = longsOf(container);
        container.patchItem("d", key, CosmosPatchOperations.create().increment("/n", 1), ObjectNode.class);
        List<String> patched = longsOf(container);
        Long queried = across(
                container, new SqlQuerySpec("SELECT VALUE c.near FROM c WHERE c.id = 'd'"), Long.class).get(0);
        container.deleteItem("d", key, new CosmosItemRequestOptions());
        return Map.of("read", read, "patched", patched, "queried", queried.toString());
    }

    static List<String> longsOf(CosmosContainer container) {
        ObjectNode item = container.readItem("d", new PartitionKey("x"), ObjectNode.class).getItem();
        return List.of("" + item.get("near").longValue(), "" + item.get("most").longValue());
    }

    /** The random items of a file: batches, patches of another member, queries. */
    static Map<String, Object> items() throws Exception {
        CosmosContainer container = newContainer("random", THREE_PARTITIONS);
        List<ObjectNode> items = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(System.getenv("ORRERY_ITEMS")))) {
            items.add((ObjectNode) JSON.readTree(line));
        }
        int written = 0;
        int patched = 0;
        int same = 0;
        for (int start = 0; start < items.size(); start += KEY_ITEMS) {
            List<ObjectNode> group = items.subList(start, Math.min(start + KEY_ITEMS, items.size()));
            PartitionKey key = new PartitionKey("k" + start / KEY_ITEMS);
            container.createItem(group.get(0));
            written++;
            CosmosBatch create = CosmosBatch.createCosmosBatch(key);
            group.stream().skip(1).forEach(create::createItemOperation);
            if (group.size() > 1) written += count(container.executeCosmosBatch(create), 201);
            CosmosBatch patch = CosmosBatch.createCosmosBatch(key);
            for (ObjectNode item : group) {
                patch.patchItemOperation(item.get("id").asText(), CosmosPatchOperations.create().increment("/n", 1));
            }
            patched += count(container.executeCosmosBatch(patch), 200);
            Map<String, JsonNode> read = new HashMap<>();
            CosmosQueryRequestOptions options = new CosmosQueryRequestOptions().setPartitionKey(key);
            container.queryItems("SELECT * FROM c", options, ObjectNode.class)
                    .forEach(item -> read.put(item.get("id").asText(), item.get("v")));
            for (ObjectNode item : group) {
                if (item.get("v").equals(read.get(item.get("id").asText()))) same++;
            }
        }
        return Map.of("written", written, "patched", patched, "same", same);
    }

    static int count(CosmosBatchResponse response, int status) {
        return (int) statusesOf(response).stream().filter(each -> each == status).count();
    }

    static Map<String, Object> query() {
        CosmosContainer container = newContainer("query", THREE_PARTITIONS);
        write(container, items(0, 60, 12), 1);
        SqlQuerySpec filter = new SqlQuerySpec(
                "SELECT * FROM c WHERE c.colour = @colour", new SqlParameter("@colour", "red"));
        List<ObjectNode> resumed = new ArrayList<>();
        String token = null;
        do {
            FeedResponse<ObjectNode> page = onePage(container, "SELECT * FROM c", "key1", token);
            resumed.addAll(page.getResults());
            token = page.getContinuationToken();
        } while (token != null);
        List<String> distinct = across(
                container, new SqlQuerySpec("SELECT DISTINCT VALUE c.colour FROM c"), String.class);
        return Map.of("ordered", ordered(container),
                "count", across(container, new SqlQuerySpec("SELECT VALUE COUNT(1) FROM c"), Integer.class).get(0),
                "distinct", distinct.stream().sorted().toList(),
                "filtered", across(container, filter, ObjectNode.class).size(),
                "resumed", numbersIn(resumed));
    }

    static FeedResponse<ObjectNode> onePage(CosmosContainer container, String query, String key, String token) {
        CosmosQueryRequestOptions options =
                new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey(key));
        return container.queryItems(query, options, ObjectNode.class).iterableByPage(token, 2).iterator().next();
    }

    static List<Integer> statusesOf(CosmosBatchResponse response) {
        return response.getResults().stream().map(result -> result.getStatusCode()).toList();
    }

    static Map<String, Object> batch() {
        CosmosContainer container = database.getContainer("items");
        PartitionKey key = new PartitionKey("batch");
        CosmosBatch good = CosmosBatch.createCosmosBatch(key);
        good.createItemOperation(item("a", "batch", 1));
        good.upsertItemOperation(item("b", "batch", 2));
        good.readItemOperation("a");
        CosmosBatchResponse done = container.executeCosmosBatch(good);
        CosmosBatch bad = CosmosBatch.createCosmosBatch(key);
        bad.createItemOperation(item("c", "batch", 3));
        bad.createItemOperation(item("a", "batch", 4));
        CosmosBatchResponse refused = container.executeCosmosBatch(bad);
        SqlQuerySpec count = new SqlQuerySpec("SELECT VALUE COUNT(1) FROM c WHERE c.pk = 'batch'");
        return Map.of("done", statusesOf(done), "refused", statusesOf(refused),
                "left", across(container, count, Integer.class).get(0));
    }

    static Map<String, Object> bulk() {
        CosmosContainer container = newContainer("bulk", THREE_PARTITIONS);
        List<ObjectNode> items = items(0, 300, 50);
        Function<ObjectNode, PartitionKey> keyOf = item -> new PartitionKey(item.get("pk").asText());
        // A burst of single requests, then the rest as bulk operations.
        write(container, items.subList(0, 100), 100);
        List<CosmosItemOperation> operations = items.stream()
                .skip(100)
                .map(item -> CosmosBulkOperations.getCreateItemOperation(item, keyOf.apply(item)))
                .toList();
        int written = 100;
        for (var result : container.executeBulkOperations(operations)) {
            if (result.getResponse() != null && result.getResponse().getStatusCode() == 201) written++;
        }
        List<CosmosItemIdentity> identities = items.subList(0, 100).stream()
                .map(item -> new CosmosItemIdentity(keyOf.apply(item), item.get("id").asText()))
                .toList();
        SqlQuerySpec count = new SqlQuerySpec("SELECT VALUE COUNT(1) FROM c");
        return Map.of("written", written, "counted", across(container, count, Integer.class).get(0),
                "many", container.readMany(identities, ObjectNode.class).getResults().size());
    }

    /** A change feed processor that collects what it is told. Its polls are shortened, so that nothing waits for them. */
    static class Collector implements AutoCloseable {
        final ConcurrentLinkedQueue<JsonNode> changes = new ConcurrentLinkedQueue<>();
        final ChangeFeedProcessor processor;

        Collector(String container) {
            String leases = container + "-leases";
            database.createContainer(leases, "/id");
            var feed = asyncClient.getDatabase("clients");
            processor = new ChangeFeedProcessorBuilder()
                    .hostName("test")
                    .feedContainer(feed.getContainer(container))
                    .leaseContainer(feed.getContainer(leases))
                    .handleChanges(changes::addAll)
                    .options(new ChangeFeedProcessorOptions()
                            .setStartFromBeginning(true)
                            .setFeedPollDelay(Duration.ofMillis(200))
                            .setLeaseAcquireInterval(Duration.ofSeconds(1)))
                    .buildChangeFeedProcessor();
            processor.start().block();
        }

        void waitFor(int distinct) throws InterruptedException {
            long deadline = System.nanoTime() + CHANGES_MAX.toNanos();
            while (new HashSet<>(numbersIn(changes)).size() < distinct && System.nanoTime() < deadline) {
                Thread.sleep(50);
            }
        }

        @Override
        public void close() {
            processor.stop().block();
        }
    }

    static Map<String, Object> changes() throws Exception {
        CosmosContainer container = newContainer("changes", THREE_PARTITIONS);
        try (Collector collector = new Collector("changes")) {
            write(container, items(0, 100, 40), 4);
            collector.waitFor(100);
            List<Integer> first = numbersIn(collector.changes);
            write(container, items(100, 120, 40), 4);
            collector.waitFor(120);
            List<Integer> all = numbersIn(collector.changes);
            return Map.of("first", first, "later", all.subList(first.size(), all.size()));
        }
    }

    static Map<String, Object> splits() throws Exception {
        CosmosContainer container = newContainer("splits", 400);
        try (Collector collector = new Collector("splits")) {
            write(container, items(0, 60, 40), 4);
            String partitions = "";
            int repeated = 0;
            for (int i = 1; i <= 3; i++) {
                List<ObjectNode> round = items(60 * i, 60 * (i + 1), 40);
                CompletableFuture<Void> written = CompletableFuture.runAsync(() -> write(container, round, 4));
                partitions = ask("split", "splits");
                List<Integer> queried = ordered(container);
                repeated += queried.size() - new HashSet<>(queried).size();
                written.join();
            }
            collector.waitFor(240);
            // A processor tells every change at least once.
            return Map.of("partitions", Integer.parseInt(partitions), "repeated", repeated,
                    "queried", ordered(container),
                    "changes", numbersIn(collector.changes).stream().distinct().toList());
        }
    }

    static Map<String, Object> throttle() throws Exception {
        CosmosContainer container = newContainer("small", 400);
        ask("enforce", "small");
        List<ObjectNode> items = items(0, 3, 3);
        items.forEach(item -> item.put("text", "x".repeat(THREE_SECONDS_BYTES)));
        write(container, items, 1);
        return Map.of("written", items.size(), "refused", Integer.parseInt(ask("refused", "small")));
    }

    static Map<String, Object> restart() throws Exception {
        CosmosContainer container = newContainer("restart", THREE_PARTITIONS);
        write(container, items(1, 5, 1), 1);
        String query = "SELECT * FROM c ORDER BY c.n";
        FeedResponse<ObjectNode> before = onePage(container, query, "key0", null);
        String place = readChanges(container, CosmosChangeFeedRequestOptions
                .createForProcessingFromBeginning(FeedRange.forFullRange()), new ArrayList<>());
        ask("restart", "restart");
        List<ObjectNode> resumed = new ArrayList<>(before.getResults());
        for (String token = before.getContinuationToken(); token != null; ) {
            FeedResponse<ObjectNode> page = onePage(container, query, "key0", token);
            resumed.addAll(page.getResults());
            token = page.getContinuationToken();
        }
        PartitionKey key = new PartitionKey("key0");
        int read = container.readItem("1", key, ObjectNode.class).getItem().get("n").asInt();
        write(container, items(5, 6, 1), 1);
        int written = container.readItem("5", key, ObjectNode.class).getItem().get("n").asInt();
        List<JsonNode> changes = new ArrayList<>();
        readChanges(container, CosmosChangeFeedRequestOptions
                .createForProcessingFromContinuation(place), changes);
        return Map.of("read", read, "written", written,
                "resumed", numbersIn(resumed), "changes", numbersIn(changes));
    }

    /** Reads to the end of the feed, and answers with the place where it stopped. */
    static String readChanges(CosmosContainer container, CosmosChangeFeedRequestOptions from, List<JsonNode> changes) {
        String place = null;
        for (FeedResponse<JsonNode> page : container.queryChangeFeed(from, JsonNode.class).iterableByPage()) {
            changes.addAll(page.getResults());
            place = page.getContinuationToken();
        }
        return place;
    }
}
