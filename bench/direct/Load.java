import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The load of the bench: the same work through the client's two modes, in turns. Before and after each turn it writes a
 * line and waits for one, so that whoever started it can look at the server's processor time.
 */
public class Load {
    static final ObjectMapper JSON = new ObjectMapper();
    static final int AT_ONCE = 16;
    static final int ITEMS = 1_000;

    interface Work {
        Mono<?> run(CosmosAsyncContainer container, int n);
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("COSMOS.EMULATOR_SERVER_CERTIFICATE_VALIDATION_DISABLED", "true");
        int operations = Integer.parseInt(System.getenv("ORRERY_OPERATIONS"));
        int rounds = Integer.parseInt(System.getenv("ORRERY_ROUNDS"));
        Map<String, CosmosAsyncContainer> modes = new LinkedHashMap<>();
        modes.put("direct", container(builder().directMode().buildAsyncClient()));
        modes.put("gateway", container(builder().gatewayMode().buildAsyncClient()));
        Map<String, Work> works = works();
        Flux.range(0, ITEMS).flatMap(n -> modes.get("gateway").upsertItem(item("i" + n, n)), AT_ONCE).blockLast();
        // The first turn of each is to warm up.
        for (int round = 0; round <= rounds; round++) {
            for (Map.Entry<String, Work> work : works.entrySet()) {
                List<String> turns = new ArrayList<>(modes.keySet());
                if (round % 2 == 1) java.util.Collections.reverse(turns);
                for (String mode : turns) turn(round, mode, work, modes.get(mode), operations);
            }
        }
        System.exit(0);
    }

    static void turn(int round, String mode, Map.Entry<String, Work> work, CosmosAsyncContainer container, int operations)
        throws Exception {
        tell("begin", round, mode, work.getKey(), 0, 0);
        long cpu = cpuMs();
        long start = System.nanoTime();
        Flux.range(0, operations).flatMap(n -> work.getValue().run(container, n), AT_ONCE).blockLast();
        tell("end", round, mode, work.getKey(), (System.nanoTime() - start) / 1e6, cpuMs() - cpu);
    }

    static Map<String, Work> works() {
        Map<String, Work> works = new LinkedHashMap<>();
        works.put("point read", (c, n) -> c.readItem("i" + n % ITEMS, new PartitionKey("k" + n % ITEMS % 50), ObjectNode.class));
        works.put("upsert", (c, n) -> c.upsertItem(item("i" + n % ITEMS, n % ITEMS)));
        works.put("query of one key", (c, n) -> c.queryItems(
            "SELECT TOP 10 * FROM c", new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("k" + n % 50)), ObjectNode.class
        ).byPage().collectList());
        return works;
    }

    static CosmosClientBuilder builder() {
        return new CosmosClientBuilder()
            .endpoint(System.getenv("ORRERY_ENDPOINT"))
            .key(System.getenv("ORRERY_KEY"))
            .consistencyLevel(ConsistencyLevel.SESSION);
    }

    static CosmosAsyncContainer container(CosmosAsyncClient client) {
        client.createDatabaseIfNotExists("bench").block();
        client.getDatabase("bench").createContainerIfNotExists("c", "/pk").block();
        return client.getDatabase("bench").getContainer("c");
    }

    static ObjectNode item(String id, int n) {
        return JSON.createObjectNode().put("id", id).put("pk", "k" + n % 50).put("n", n).put("text", "x".repeat(800));
    }

    static long cpuMs() {
        com.sun.management.OperatingSystemMXBean system =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime() / 1_000_000;
    }

    static final BufferedReader ANSWERS = new BufferedReader(new InputStreamReader(System.in));

    static void tell(String what, int round, String mode, String work, double wallMs, double clientCpuMs) throws Exception {
        ObjectNode line = JSON.createObjectNode().put("what", what).put("round", round).put("mode", mode).put("work", work)
            .put("wallMs", wallMs).put("clientCpuMs", clientCpuMs);
        System.out.println(JSON.writeValueAsString(line));
        ANSWERS.readLine();
    }
}
